import { createHash, randomBytes } from 'node:crypto'
import type { KeyScope } from '@podmoga/contract/rights'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { AccessRow } from './session.access.sql.ts'
import type { AccessOf } from './session.access.ts'
import { findApiKey, noteApiKeyUsed } from './session.api-keys.sql.ts'

const START = 'podmoga_'
const KEY = /^Bearer +(podmoga_[0-9a-f]{8}_[\w-]{43})$/
const MINUTE_MS = 60_000

export const apiKeyHash = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Generates a key: its prefix, then 32 random bytes. */
export const newApiKey = (): { key: string; prefix: string } => {
  const prefix = `${START}${randomBytes(4).toString('hex')}`
  return { key: `${prefix}_${randomBytes(32).toString('base64url')}`, prefix }
}

/** The API key in an `Authorization` header, or null. */
export const apiKeyIn = (authorization: string): string | null => KEY.exec(authorization)?.[1] ?? null

/** A key with its scopes, and its creator's access reduced to them. */
interface KeyAccess {
  key: { id: string; scopes: readonly KeyScope[] }
  access: AccessRow
  expires_at: Date
}

/** Reduces the creator's current access to the key's business and to the roles of its scopes. */
const reduceAccess = (access: AccessRow, business_id: string, scopes: readonly KeyScope[]): AccessRow => {
  const inside = (ids: readonly string[], granted: boolean) =>
    granted ? ids.filter((id) => id === business_id) : []
  return {
    ...access,
    agent_of: inside(access.agent_of, scopes.includes('agent')),
    editor_of: inside(access.editor_of, scopes.includes('editor')),
    admin_of: inside(
      access.admin_of,
      ['admin', 'manager', 'scim'].some((scope) => scopes.includes(scope as KeyScope)),
    ),
    manager_of: access.business_id === business_id && scopes.includes('manager') ? access.manager_of : [],
    operator: false,
  }
}

/**
 * Identifies a program by its key. Reads the database every time, so a revocation takes effect at once. Throws
 * `unauthorized` if the key is unknown, revoked or expired, or its creator is disabled.
 */
export const makeApiKeys = ({ sql, clock, config }: Deps, accessOf: AccessOf) => {
  return async (key: string): Promise<KeyAccess> => {
    const now = clock.now()
    const row = await findApiKey(sql, { key_hash: apiKeyHash(key), now })
    if (row === undefined) throw refuse('unauthorized')
    const { id, business_id, subject, scopes, last_used_at } = row
    const expires_at = new Date(now.getTime() + config.ACCESS_TOKEN_SECONDS * 1000)
    const access = await accessOf({ hash: `key ${id}`, subject, session_id: null, expires_at }, null)
    const before = new Date(now.getTime() - MINUTE_MS)
    if (last_used_at === null || last_used_at < before || last_used_at > now)
      await noteApiKeyUsed(sql, { id, now, before })
    return { key: { id, scopes }, access: reduceAccess(access, business_id, scopes), expires_at }
  }
}
