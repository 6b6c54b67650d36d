import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { SealError, type Secrets } from '../secrets.ts'

const IV = 12
const TAG = 16

const derived = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `podmoga session ${purpose}`, 32))

/** Encrypts text with a 32-byte key so that it can be decrypted later. `about` binds the ciphertext to its row. */
export const sealWith = (key: Buffer) => ({
  seal: (text: string, about: string): Buffer => {
    const iv = randomBytes(IV)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), bytes])
  },
  /** Throws SealError if the bytes were changed, moved to another row or sealed with another key. */
  open: (sealed: Buffer, about: string): string => {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV))
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(IV, IV + TAG))
      return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8')
    } catch (error) {
      throw new SealError(`a seal does not open: ${about.replace(/ .*/, '')}`, { cause: error })
    }
  },
})

/** {@link sealWith} with a key derived for one purpose. */
export const makeSealed = ({ seal_key }: Secrets, purpose: string) => sealWith(derived(seal_key, purpose))

/** A keyed hash of something short: useless to an attacker who has only the table. */
export const makeKeyedHash = ({ seal_key }: Secrets, purpose: string) => {
  const key = derived(seal_key, purpose)
  return (text: string): Buffer => createHmac('sha256', key).update(text).digest()
}
