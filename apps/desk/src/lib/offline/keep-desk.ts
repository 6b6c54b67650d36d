import { installWorker } from '@podmoga/web/shell/install-worker'
import type { QueryClient } from '@tanstack/react-query'
import { type CacheOwner, keepAnswers } from './kept-answers.ts'
import { WORKER } from './worker-registration.ts'

let isKept = false

/** Makes the desk open without a network: caches its code and this person's answers. Runs once per page. */
export const keepDesk = (owner: CacheOwner, queryClient: QueryClient): void => {
  if (isKept) return
  isKept = true
  void keepAnswers(owner, queryClient)
  void import('./offline-page.tsx').catch(() => null)
  installWorker(WORKER, false)
}
