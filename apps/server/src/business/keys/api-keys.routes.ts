import * as calls from '@podmoga/contract/desk/keys'
import { isUuid } from '@podmoga/contract/fields/uuid'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { insertKey, revokeKey } from '../../session/session.api-keys.sql.ts'
import { apiKeyHash, newApiKey } from '../../session/session.api-keys.ts'
import { countKeys, findOwnRoles, type KeptKeyRow, listKeyRows } from './api-keys.sql.ts'

const DAY_MS = 24 * 3600_000
/** Active keys of a business; with more it would be unclear which key belongs to which program. */
const KEYS_MAX = 50
const SHOWN_MAX = 200
const REVOKED_SHOWN_DAYS = 30
const MADE_PER_HOUR = 20

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const answerOf = (row: KeptKeyRow, now: Date): calls.ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  person: row.person,
  created_at: row.created_at.toISOString(),
  expires_at: iso(row.expires_at),
  last_used_at: iso(row.last_used_at),
  state:
    row.revoked_at !== null
      ? 'revoked'
      : row.expires_at !== null && row.expires_at <= now
        ? 'expired'
        : 'active',
})

/** API keys: created by an admin, shown once, revocable by any admin of the business. */
export const apiKeyRoutes = (on: On, { sql, clock, rates }: Deps): void => {
  const note = makeNote(clock)

  on(calls.listApiKeys, async ({ who }) => {
    const now = clock.now()
    const rows = await listKeyRows(sql, {
      business_id: who.business_id,
      revoked_after: new Date(now.getTime() - REVOKED_SHOWN_DAYS * DAY_MS),
      limit: SHOWN_MAX,
    })
    return { keys: rows.map((row) => answerOf(row, now)) }
  })

  on(calls.addApiKey, ({ who, body, once, request }) => {
    const { business_id, person_id } = who
    const { name, scopes, days } = body
    return once({
      before: async () => {
        await rates.take('api_key', person_id, MADE_PER_HOUR, 3600)
        // An admin can only grant scopes they have: agent scopes require being an agent.
        const own = [
          'admin',
          'manager',
          'roles',
          'scim',
          ...(await findOwnRoles(sql, { business_id, person_id })),
        ]
        if (!scopes.every((scope) => own.includes(scope))) throw refuse('above_you')
      },
      work: async (tx) => {
        const now = clock.now()
        if ((await countKeys(tx, { business_id, now })) >= KEYS_MAX)
          throw refuse('invalid', { fields: { name: `Ключей уже ${KEYS_MAX}. Сначала отзовите лишние.` } })
        const { key, prefix } = newApiKey()
        const expires_at = days === null ? null : new Date(now.getTime() + days * DAY_MS)
        const key_hash = apiKeyHash(key)
        const made = { business_id, person_id, name, prefix, key_hash, scopes, now, expires_at }
        const id = await insertKey(tx, made)
        await note(tx, who, request, { event: 'api_key_added', after: { name, prefix, scopes } })
        return { id, key }
      },
    })
  })

  on(calls.revokeApiKey, async ({ who, params, request }) => {
    const { business_id } = who
    const id = params.keyId.toLowerCase()
    await sql.begin(async (tx) => {
      const found = isUuid(id) ? await revokeKey(tx, { business_id, id, now: clock.now() }) : undefined
      if (found === undefined) throw refuse('not_found')
      await note(tx, who, request, { event: 'api_key_revoked', after: found })
    })
    return { ok: true }
  })
}
