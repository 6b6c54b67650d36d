import { installWorker } from '@podmoga/web/shell/install-worker'
import type { QueryClient } from '@tanstack/react-query'
import { type Keeper, keepAnswers } from './kept-answers.ts'
import { WORKER } from './worker-place.ts'

let isKept = false

/** Has the desk open without a network: its code, and what this person has read in it. Once for the page. */
export const keepDesk = (keeper: Keeper, queryClient: QueryClient): void => {
  if (isKept) return
  isKept = true
  void keepAnswers(keeper, queryClient)
  void import('./offline-page.tsx').catch(() => null)
  installWorker(WORKER, false)
}
