import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { explain } from './explain.ts'

/** What is told of a query that failed. */
export interface Asked {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

const NO_NETWORK = 'Нет соединения. Покажем, когда сеть вернётся.'

/** Whether a query has nothing to show, and nothing on its way that would bring it: it failed, or there is no network. */
export const hasNothing = (of: { data: unknown; isError: boolean; isPaused: boolean }): boolean =>
  of.data === undefined && (of.isError || of.isPaused)

interface QueryErrorProps {
  of: Asked
  /** What did not come, in words. */
  text?: string
  compact?: boolean
}

/** Why a query brought nothing, and the way to ask again in place; without a network it is asked again by itself. */
export function QueryError({ of: { error, isFetching, refetch }, ...rest }: QueryErrorProps) {
  return error === null ? (
    <EmptyState compact={rest.compact === true} text={NO_NETWORK} />
  ) : (
    <ErrorState {...rest} detail={explain(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
  )
}
