import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { type AuditEntry, writeAudit } from '../../db/audit.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Person } from '../principals.ts'

type Noted = Pick<AuditEntry, 'event' | 'subject' | 'before' | 'after' | 'is_part'> & {
  /** If it is not the person's own business: an agent may serve several. */
  business_id?: string
}

/** Writes an action of this request into the audit journal of a business. */
export const makeNote = (clock: Clock) => (db: Db, who: Person, request: FastifyRequest, entry: Noted) =>
  writeAudit(db, {
    at: clock.now(),
    person_id: who.person_id,
    session_id: who.session_id,
    business_id: who.business_id,
    ip: request.ip,
    request_id: request.id,
    ...entry,
  })

type Facts = NonNullable<AuditEntry['after']> | null

/**
 * The same for an object shared by a team: `before` and `after` are what the team sees of it. null means that its author keeps it
 * private, so that private changes are not journaled.
 */
export const makeNoteShared = (clock: Clock, kind: 'canned' | 'view' | 'macro') => {
  const note = makeNote(clock)
  return async (
    db: Db,
    by: { who: Person; request: FastifyRequest; business_id: string; id: string },
    before: Facts,
    after: Facts,
  ): Promise<void> => {
    if (isDeepStrictEqual(before, after)) return
    const did = before === null ? 'added' : after === null ? 'removed' : 'changed'
    const { who, request, business_id, id } = by
    await note(db, who, request, {
      event: `${kind}_${did}`,
      business_id,
      subject: `${kind} ${id}`,
      before,
      after,
    })
  }
}
