import { handOver } from '@podmoga/contract/shifts'
import type { Place } from '../lib/place.tsx'

export interface GivenHandover {
  key: string
  note: string
  ticket_ids: string[]
}

/** Under one key it is one handover, however often it is sent. */
export const sendHandover = ({ call }: Place, { key, ...body }: GivenHandover) =>
  call(handOver, { body }, { idempotency_key: key })
