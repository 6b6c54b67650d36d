import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

const IV = 12
const TAG = 16

const derived = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `podmoga session ${purpose}`, 32))

/** Encrypts secrets that must be read again. `about` ties the bytes to their row. */
export const makeSealed = ({ seal_key }: Secrets, purpose: string) => {
  const key = derived(seal_key, purpose)
  return {
    seal: (text: string, about: string): Buffer => {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), bytes])
    },
    /** Throws when the bytes were changed, moved to another row or sealed with another key. */
    open: (sealed: Buffer, about: string): string => {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV))
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(IV, IV + TAG))
      return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8')
    },
  }
}

/** A keyed hash of something short: worth nothing to whoever has the table alone. */
export const makeKeyedHash = ({ seal_key }: Secrets, purpose: string) => {
  const key = derived(seal_key, purpose)
  return (text: string): Buffer => createHmac('sha256', key).update(text).digest()
}
