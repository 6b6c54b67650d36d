import { createHash } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

export const KEYS = ['signing_key', 'link_key', 'seal_key'] as const
export type KeyName = (typeof KEYS)[number]

/**
 * The marks stored in the database for the keys: a hash with its own tag for each key. The keys are 32 random bytes and cannot be
 * guessed, so the hashes are safe to store; of the signing key only the public half, which is published anyway, is hashed.
 */
export const fingerprintsOf = ({ signing_key, link_key, seal_key }: Secrets): Record<KeyName, string> => {
  const hash = (name: KeyName, key: string): string =>
    createHash('sha256').update(`podmoga fingerprint ${name}\0${key}`).digest('base64url')
  return {
    signing_key: hash('signing_key', signing_key.x),
    link_key: hash('link_key', link_key),
    seal_key: hash('seal_key', seal_key),
  }
}
