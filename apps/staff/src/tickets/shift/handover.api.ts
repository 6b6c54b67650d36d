import { handOver } from '@podmoga/contract/shifts'
import type { Scope } from '../../lib/scope.tsx'

export interface GivenHandover {
  key: string
  note: string
  ticket_ids: string[]
}

/** The idempotency key prevents duplicates on a retry. */
export const sendHandover = ({ call }: Scope, { key, ...body }: GivenHandover) =>
  call(handOver, { body }, { idempotency_key: key })
