import { handOver } from '@podmoga/contract/shifts'
import type { Scope } from '../../lib/scope.tsx'

export interface GivenHandover {
  key: string
  note: string
  ticket_ids: string[]
}

/** Under one key it is one handover, however often it is sent. */
export const sendHandover = ({ call }: Scope, { key, ...body }: GivenHandover) =>
  call(handOver, { body }, { idempotency_key: key })
