import type { Call } from '@podmoga/contract/client'
import { type BulkAct, changeMany } from '@podmoga/contract/desk/bulk'
import {
  addSavedView,
  deleteSavedView,
  editSavedView,
  listSavedViews,
  orderSavedViews,
  type SavedView,
  type ViewFilters,
} from '@podmoga/contract/desk/views'
import { queryOptions } from '@tanstack/react-query'

const FRESH_MS = 60_000

/** Saved views with their ticket counts, refetched once a minute while shown. */
export const viewsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['desk', 'views'],
    queryFn: ({ signal }) => call(listSavedViews, {}, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    select: ({ results }) => results,
  })

export const keepView = (
  call: Call,
  body: { name: string; filters: ViewFilters; is_shared: boolean },
  key: string,
) => call(addSavedView, { body }, { idempotency_key: key })

/** Rejects with `changed_meanwhile` if the view was changed since it was loaded. */
export const changeView = (
  call: Call,
  { id, version }: SavedView,
  change: { name?: string; filters?: ViewFilters },
) => call(editSavedView, { params: { viewId: id }, body: { ...change, version } })

export const dropView = (call: Call, viewId: string) => call(deleteSavedView, { params: { viewId } })
export const putInOrder = (call: Call, ids: string[]) => call(orderSavedViews, { body: { ids } })

/** Performs one action on many tickets; returns the result for each. */
export const doToMany = (call: Call, tickets: string[], act: BulkAct, key: string) =>
  call(changeMany, { body: { tickets, act } }, { idempotency_key: key })
