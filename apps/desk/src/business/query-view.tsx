import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { explain } from '@podmoga/web/explain'
import type { ReactNode } from 'react'
import { BUSINESS } from './business.texts.ts'

interface QueryViewProps<T> {
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** What a query found, or that it is still on its way, or why it did not come. */
export function QueryView<T>({ query, children }: QueryViewProps<T>) {
  const { data, error, isFetching, refetch } = query
  return (
    <Loading
      isLoading={data === undefined && error === null}
      skeleton={<Skeleton shape="box" width="100%" height={240} />}
    >
      {data === undefined ? (
        <ErrorState
          text={BUSINESS.failed}
          detail={explain(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        children(data)
      )}
    </Loading>
  )
}
