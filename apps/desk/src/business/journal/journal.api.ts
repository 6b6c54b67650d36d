import type { Call } from '@podmoga/contract/client'
import * as journal from '@podmoga/contract/desk/journal'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BUSINESS_ROOT } from '../business.api.ts'

/** Days are in the viewer's time zone, `2026-01-31`; an empty string means no filter. */
export interface JournalFilter {
  area: string
  event: string
  person: string
  whom: string
  since: string
  until: string
}

const dayStart = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

const isArea = (text: string): text is journal.JournalArea =>
  journal.JOURNAL_AREAS.some((area) => area === text)

const asked = ({ area, event, person, whom, since, until }: JournalFilter) => ({
  ...(isArea(area) && { area }),
  ...(event !== '' && { event }),
  ...(person !== '' && { person }),
  ...(whom !== '' && { whom }),
  ...(since !== '' && { from: dayStart(since) }),
  ...(until !== '' && { to: dayStart(until, 1) }),
})

export const journalQuery = (call: Call, filter: JournalFilter) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESS_ROOT, 'journal', filter],
    queryFn: ({ signal, pageParam }) =>
      call(
        journal.listJournal,
        { query: { ...asked(filter), page_size: '50', ...(pageParam !== '' && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })

/** The entries of a bulk action, paginated. */
export const journalPartsQuery = (call: Call, parts_of: string) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESS_ROOT, 'journal parts', parts_of],
    queryFn: ({ signal, pageParam }) =>
      call(
        journal.listJournal,
        { query: { parts_of, page_size: '50', ...(pageParam !== '' && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Journal entries never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const journalEventsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'journal events'],
    queryFn: ({ signal }) => call(journal.listJournalEvents, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const exportJournal = (call: Call, filter: JournalFilter) =>
  call(journal.exportJournal, { query: asked(filter) })
