import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import type { ReactNode } from 'react'
import { type Asked, QueryError } from './query-error.tsx'

interface QueryViewProps<T> {
  query: Asked & { data: T | undefined; isPaused: boolean }
  /** Names what failed to load. */
  failed: string
  /** Has the geometry of the content. */
  skeleton?: ReactNode
  className?: string | undefined
  compact?: boolean
  children: (data: T) => ReactNode
}

const BOX = <Skeleton shape="box" width="100%" height={240} />

/** Renders a query: its data, a skeleton while it loads, or its error (also when offline). */
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
