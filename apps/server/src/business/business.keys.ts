import { createHash, randomBytes } from 'node:crypto'

/** Generates the key of a one-time link: 32 random bytes, base64url. Only its hash is stored. */
export const newLinkKey = (): string => randomBytes(32).toString('base64url')

export const linkHash = (key: string): Buffer => createHash('sha256').update(key).digest()
