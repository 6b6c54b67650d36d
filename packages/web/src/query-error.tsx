import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { explain } from './explain.ts'

/** What is told of a query that failed. */
export interface Asked {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface QueryErrorProps {
  of: Asked
  /** What did not come, in words. */
  text?: string
  compact?: boolean
}

/** Why a query brought nothing, and the way to ask again in place. */
export function QueryError({ of: { error, isFetching, refetch }, ...rest }: QueryErrorProps) {
  return (
    <ErrorState {...rest} detail={explain(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
  )
}
