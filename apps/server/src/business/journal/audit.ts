import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { type AuditEntry, writeAudit } from '../../db/audit.ts'
import type { Person } from '../../http/principals.ts'
import type { Clock } from '../../ports/clock.ts'

/** Writes into the journal of a manager's business what they have done by this request. */
export const makeNote =
  (clock: Clock) =>
  (
    db: Db,
    who: Person,
    request: FastifyRequest,
    entry: Pick<AuditEntry, 'event' | 'subject' | 'before' | 'after'>,
  ) =>
    writeAudit(db, {
      at: clock.now(),
      person_id: who.person_id,
      session_id: who.session_id,
      business_id: who.business_id,
      ip: request.ip,
      request_id: request.id,
      ...entry,
    })
