import { addIncidentWords, sayIncidentWorks, tapIncident, untapIncident } from '@podmoga/contract/incidents'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Scope } from '../lib/scope.tsx'

interface OfIncident {
  incidentId: string
}

export interface TapData extends OfIncident {
  /** Takes the tap back. */
  is_not?: boolean
}

/** «И у нас», or its withdrawal: idempotent. */
export const sendTap = ({ call }: Scope, { incidentId, is_not }: TapData) => {
  const params = { incidentId }
  return is_not === true ? call(untapIncident, { params }) : call(tapIncident, { params, body: {} })
}

export const sendWorks = ({ call }: Scope, { incidentId, works }: OfIncident & { works: boolean }) =>
  call(sayIncidentWorks, { params: { incidentId }, body: { works } })

export interface WordsData extends OfIncident {
  text: string
}

/** The idempotency key prevents duplicates on a retry. */
export const sendWords = (
  { call }: Scope,
  { incidentId, text }: WordsData,
  { files, key }: Pick<OutboxItem, 'files' | 'key'>,
) => call(addIncidentWords, { params: { incidentId }, form: { text }, files }, { idempotency_key: key })
