import type { Call } from '@podmoga/contract/client'
import { listAgents, takeNext } from '@podmoga/contract/desk/work'
import { queryOptions } from '@tanstack/react-query'
import { filtersOf, type QueueView } from '../queue/queue-view.ts'

export const agentsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['desk', 'agents'],
    queryFn: ({ signal }) => call(listAgents, {}, { signal }),
    staleTime: 5 * 60_000,
    select: ({ agents }) => agents,
  })

/** Takes the longest waiting unassigned ticket that matches the view's filters. */
export const takeNextOf = (call: Call, view: QueueView) => {
  const { tab: _, whose: __, assignee: ___, ...body } = filtersOf(view)
  return call(takeNext, { body })
}
