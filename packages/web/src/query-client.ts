import { Refusal } from '@podmoga/contract/refusals'
import { type DefaultOptions, focusManager, onlineManager, QueryClient } from '@tanstack/react-query'
import { isOnline, onConnectivityChange } from './connectivity.ts'

const isPassing = (error: unknown): boolean =>
  error instanceof Refusal && ['network', 'unavailable'].includes(error.code)

// A second window beside this one takes the focus without hiding the page: both count.
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

/** One for the page. What may pass by itself is asked once more; whatever a person submits never repeats by itself. */
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
