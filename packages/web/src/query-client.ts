import { Refusal } from '@podmoga/contract/refusals'
import { type DefaultOptions, focusManager, onlineManager, QueryClient } from '@tanstack/react-query'
import { isOnline, onConnectivityChange } from './connectivity.ts'

const isPassing = (error: unknown): boolean =>
  error instanceof Refusal && ['network', 'unavailable'].includes(error.code)

// Refetch on both events: a second window next to this one takes the focus without hiding the page.
const watchFocus = (): void =>
  focusManager.setEventListener((handle) => {
    const look = () => handle()
    window.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      window.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  })

const watchNetwork = (): void =>
  onlineManager.setEventListener((setOnline) => {
    const look = () => setOnline(isOnline())
    look()
    return onConnectivityChange(look)
  })

/** Makes the page's query client. Queries are retried once after a temporary error; mutations are never retried. */
export const makeQueryClient = (queries: DefaultOptions['queries'] = {}): QueryClient => {
  watchFocus()
  watchNetwork()
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => count < 1 && isPassing(error), retryDelay: 500, ...queries },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
