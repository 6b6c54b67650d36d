import { hash, verify } from '@node-rs/argon2'

// Algorithm 2 is argon2id: the library declares a const enum, which type stripping does not support.
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hash of a discarded random password, at the same cost: checking an unknown login then takes as long as a wrong
// password.
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$9fN6MKH4VqAEUE9XI8slEA$jwXaDoBq/icUxtlcys6L9CMelV73E1zyIThX6kIYSqY'

const asBytes = (password: string): Buffer => Buffer.from(password.normalize('NFC'), 'utf8')

/** argon2id of the password after NFC normalization only. Runs off the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(asBytes(password), COST)

/** Whether the password matches the hash. Without a hash returns false, after the same time. */
export const checkPassword = async (password_hash: string | null, password: string): Promise<boolean> => {
  const right = await verify(password_hash ?? NOBODY, asBytes(password))
  return right && password_hash !== null
}
