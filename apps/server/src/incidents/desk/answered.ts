import { writeAudit } from '../../db/audit.ts'
import type { HeldActsEnd } from '../../ports/domains/ticket-acts.ts'
import type { IncidentNeeds } from '../incidents.needs.ts'
import { findIncidentHead, markAnswered } from './desk.sql.ts'

/** Records which tickets got the answer of an incident, for its page, its report and the journal. */
export const noteAnswered =
  ({ publishToDesk }: Pick<IncidentNeeds, 'publishToDesk'>): HeldActsEnd =>
  async (tx, { incident_id, person_id, text, results, now }) => {
    const incident = await findIncidentHead(tx, incident_id)
    if (incident === undefined) return
    const { business_id, title } = incident
    const ids = results.filter(({ fate }) => fate === 'done').map(({ id }) => id)
    await markAnswered(tx, { incident_id, ids, text, now })
    await writeAudit(tx, {
      at: now,
      person_id,
      event: 'incident_answered',
      business_id,
      after: { incident: title, said: text, tickets: ids.length },
    })
    await publishToDesk(tx, business_id, 'incident', { id: incident_id, count: null })
  }
