import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import type { Secrets } from '../secrets.ts'
import { sealWith } from '../session/session.seal.ts'

const derived = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `podmoga profile ${purpose}`, 32))

/** The content of a letter or an SMS, in plain text; it is encrypted while in the outbox. */
export interface LetterContent {
  subject: string
  text: string
  html?: string | undefined
}

/** Encrypts messages in the outbox. `about` binds the ciphertext to the row's channel and address. */
export const makeSeal = ({ seal_key }: Secrets) => {
  const { seal, open } = sealWith(derived(seal_key, 'outbox'))
  return {
    seal: (content: LetterContent, about: string): Buffer => seal(JSON.stringify(content), about),
    /** Throws SealError if the bytes were changed, moved to another row or sealed with another key. */
    open: (sealed: Buffer, about: string): LetterContent => JSON.parse(open(sealed, about)) as LetterContent,
  }
}

/** The person, purpose and address of a code: it is valid for nothing else. */
export interface CodeOwner {
  person_id: string
  purpose: 'email' | 'phone' | 'recovery'
  address: string
}

/**
 * Makes codes and their hashes: salted, and keyed, because an attacker with the table could quickly try all million
 * codes.
 */
export const makeCodes = ({ seal_key }: Secrets) => {
  const pepper = derived(seal_key, 'codes')
  const hash = ({ person_id, purpose, address }: CodeOwner, salt: Buffer, code: string): Buffer =>
    createHmac('sha256', pepper)
      .update(salt)
      .update(JSON.stringify([person_id, purpose, address, code]))
      .digest()
  return {
    hash,
    make: (owner: CodeOwner): { code: string; salt: Buffer; code_hash: Buffer } => {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const salt = randomBytes(16)
      return { code, salt, code_hash: hash(owner, salt, code) }
    },
  }
}

/** The key that signs receipts for verified addresses. */
export const receiptKey = ({ link_key }: Secrets): Buffer => derived(link_key, 'receipt')
