import { addIncidentWords, sayIncidentWorks, tapIncident, untapIncident } from '@podmoga/contract/incidents'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Scope } from '../lib/scope.tsx'

interface OfIncident {
  incidentId: string
}

export interface TapData extends OfIncident {
  /** It is taken back. */
  is_not?: boolean
}

/** «И у нас», or not after all: however often it goes, it is one. */
export const sendTap = ({ call }: Scope, { incidentId, is_not }: TapData) => {
  const params = { incidentId }
  return is_not === true ? call(untapIncident, { params }) : call(tapIncident, { params, body: {} })
}

export const sendWorks = ({ call }: Scope, { incidentId, works }: OfIncident & { works: boolean }) =>
  call(sayIncidentWorks, { params: { incidentId }, body: { works } })

export interface WordsData extends OfIncident {
  text: string
}

/** Under one key it is one, however often it is sent. */
export const sendWords = (
  { call }: Scope,
  { incidentId, text }: WordsData,
  { files, key }: Pick<OutboxItem, 'files' | 'key'>,
) => call(addIncidentWords, { params: { incidentId }, form: { text }, files }, { idempotency_key: key })
