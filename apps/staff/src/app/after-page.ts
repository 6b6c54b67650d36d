import { fetchAhead } from '@podmoga/web/fetch-ahead'
import type { QueryClient } from '@tanstack/react-query'
import { settleNotices } from '../lib/notices.ts'
import type { Place } from '../lib/place.tsx'
import { PAGES } from './all-pages.ts'
import { watchUnsent } from './background-sync.ts'
import { fetchAnswers } from './fetch-answers.ts'
import { saySaid } from './said-senders.ts'

const REST = [saySaid, watchUnsent, fetchAnswers]

/** Starts what goes on behind a page and shows nothing. Returns how to stop. */
export const startRest = (place: Place, queryClient: QueryClient): (() => void) => {
  void settleNotices(place).catch(() => null)
  const stops = [fetchAhead(PAGES), ...REST.map((start) => start(place, queryClient))]
  return () => {
    for (const stop of stops) stop()
  }
}
