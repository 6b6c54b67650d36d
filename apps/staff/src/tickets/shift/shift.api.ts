import {
  acceptHandover,
  getShift,
  handOver as handOverCall,
  listReaders,
  setShift,
} from '@podmoga/contract/shifts'
import { queryOptions } from '@tanstack/react-query'
import { openOutbox } from '../../lib/offline/outbox.ts'
import { listPending, sendOrKeep } from '../../lib/offline/pending-actions.ts'
import type { Scope } from '../../lib/scope.tsx'
import { type GivenHandover, sendHandover } from './handover.api.ts'

/** Who is on shift, and what the last one has left. */
export const shiftQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['shift', restaurantId, 'now'],
    queryFn: ({ signal }) => call(getShift, {}, { signal }),
    staleTime: 30_000,
  })

export const turnShift = ({ call }: Scope, is_on: boolean) => call(setShift, { body: { is_on } })

export const accept = ({ call }: Scope, handoverId: string) =>
  call(acceptHandover, { params: { handoverId } })

export const askReaders = ({ call }: Scope, ticketId: string) => call(listReaders, { params: { ticketId } })

/** `Refusal` texts of bad fields come from here. */
export const Handing = handOverCall.body

/** A handover that this device holds: it waits for a network, or the server would not have it (`problem`). */
export interface UnsentHandover extends GivenHandover {
  problem: string | undefined
}

/** What was handed over here and has not arrived. Of this device: asked without a network too. */
export const unsentQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['shift', scope.restaurantId, 'unsent'],
    queryFn: async (): Promise<UnsentHandover[]> =>
      (await listPending(scope, 'handover')).map(({ data, state, problem }) => ({
        ...(data as GivenHandover),
        problem: state === 'failed' ? (problem ?? '') : undefined,
      })),
    networkMode: 'always',
  })

/** The name of the draft that a handover is written in. */
export const HANDOVER_DRAFT = 'shift'

/** Whatever becomes of it now, it is the form's again, as `draft`; the same words keep their key. */
export const takeHandoverBack = (scope: Scope, { key }: UnsentHandover, draft: unknown) =>
  openOutbox(scope).toDraft(`handover/${key}`, HANDOVER_DRAFT, draft)

/** Hands the shift over; null: without a network it is kept in its draft's stead, and goes when there is one, once. */
export const handOver = (scope: Scope, key: string, given: { note: string; ticket_ids: string[] }) =>
  sendOrKeep(scope, { kind: 'handover', key, data: { key, ...given }, hasKey: true }, sendHandover, {
    draft: HANDOVER_DRAFT,
  })
