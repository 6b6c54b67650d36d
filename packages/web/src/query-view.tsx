import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import type { ReactNode } from 'react'
import { type Asked, QueryError } from './query-error.tsx'

interface QueryViewProps<T> {
  query: Asked & { data: T | undefined; isPaused: boolean }
  /** What did not come, in words. */
  failed: string
  /** Drawn with the geometry of the content. */
  skeleton?: ReactNode
  className?: string | undefined
  compact?: boolean
  children: (data: T) => ReactNode
}

const BOX = <Skeleton shape="box" width="100%" height={240} />

/** What a query found, or that it is still on its way, or why it did not come: no network, too. */
export function QueryView<T>({
  query,
  failed,
  skeleton = BOX,
  className,
  compact,
  children,
}: QueryViewProps<T>) {
  const { data, error, isPaused } = query
  return (
    <Loading
      isLoading={data === undefined && error === null && !isPaused}
      skeleton={skeleton}
      {...(className !== undefined && { className })}
    >
      {() =>
        data === undefined ? (
          <QueryError of={query} text={failed} {...(compact !== undefined && { compact })} />
        ) : (
          children(data)
        )
      }
    </Loading>
  )
}
