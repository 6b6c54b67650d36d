import { endOneSession, endOtherSessions, listSessions } from '@podmoga/contract/profile'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { listOpenSessions } from '../session/session.list.sql.ts'
import { endSession, endSessions } from '../session/session.sql.ts'

/** Lists a person's open sessions and ends them remotely. */
export const openSessionRoutes = (on: On, { sql, clock }: Deps): void => {
  on(listSessions, async ({ who }) => {
    const rows = await listOpenSessions(sql, { person_id: who.person_id, now: clock.now() })
    return {
      sessions: rows.map((row) => ({
        ...row,
        current: row.id === who.session_id,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
      })),
    }
  })

  on(endOneSession, async ({ who, body, request }) => {
    const now = clock.now()
    const open = await listOpenSessions(sql, { person_id: who.person_id, now })
    const session_id = body.id.toLowerCase()
    if (!open.some(({ id }) => id === session_id)) throw refuse('not_found')
    await endSession(sql, {
      session_id,
      now,
      reason: 'ended_by_owner',
      ip: request.ip,
      request_id: request.id,
    })
    return { ok: true, error: null }
  })

  on(endOtherSessions, async ({ who, request }) => {
    await endSessions(sql, {
      person_id: who.person_id,
      except_session_id: who.session_id,
      now: clock.now(),
      reason: 'ended_by_owner',
      ip: request.ip,
      request_id: request.id,
    })
    return { ok: true, error: null }
  })
}
