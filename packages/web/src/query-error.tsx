import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { explain } from './explain.ts'

/** The state of a failed query. */
export interface Asked {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

const NO_NETWORK = 'Нет соединения. Покажем, когда сеть вернётся.'

/** Whether a query has no data and is not loading any: it failed, or the page is offline. */
export const hasNothing = (of: { data: unknown; isError: boolean; isPaused: boolean }): boolean =>
  of.data === undefined && (of.isError || of.isPaused)

interface QueryErrorProps {
  of: Asked
  /** Names what failed to load. */
  text?: string
  compact?: boolean
}

/** Shows why a query has no data, with a retry button; when offline, it is retried automatically. */
export function QueryError({ of: { error, isFetching, refetch }, ...rest }: QueryErrorProps) {
  return error === null ? (
    <EmptyState compact={rest.compact === true} text={NO_NETWORK} />
  ) : (
    <ErrorState {...rest} detail={explain(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
  )
}
