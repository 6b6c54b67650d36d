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

/** Who is on shift, and the handovers of the last one. */
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

/** Its issues have the same texts as the server's field errors. */
export const Handing = handOverCall.body

/** An unsent handover on this device: it waits for the network, or was refused (`problem`). */
export interface UnsentHandover extends GivenHandover {
  problem: string | undefined
}

/** The unsent handovers of this device, read from its storage, so that this works offline. */
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

/** The name of a handover's draft. */
export const HANDOVER_DRAFT = 'shift'

/** Moves an unsent handover back to the form, as `draft`; unchanged content keeps its key. */
export const takeHandoverBack = (scope: Scope, { key }: UnsentHandover, draft: unknown) =>
  openOutbox(scope).toDraft(`handover/${key}`, HANDOVER_DRAFT, draft)

/** Hands the shift over. Offline the outbox keeps it in place of its draft, sends it once later, and the result is null. */
export const handOver = (scope: Scope, key: string, given: { note: string; ticket_ids: string[] }) =>
  sendOrKeep(scope, { kind: 'handover', key, data: { key, ...given }, hasKey: true }, sendHandover, {
    draft: HANDOVER_DRAFT,
  })
