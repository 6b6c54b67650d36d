import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { Loading } from '@podmoga/ui/loading/loading'
import { explain } from '@podmoga/web/explain'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageHeading } from '../../lib/page-heading.tsx'
import { KNOWLEDGE } from '../knowledge.texts.ts'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** Has the geometry of the content. */
  skeleton: ReactNode
  /** Error message. */
  failed?: string
  /** The page's heading while the content, which has its own, is missing. */
  heading?: string
  children: (data: T) => ReactNode
}

/** A part that loads by itself: skeleton, error with a retry button, offline notice, or the content. */
export function Loaded<T>({ query, skeleton, failed, heading, children }: LoadedProps<T>) {
  const { data } = query
  const named = heading !== undefined && (
    <PageHeading title={heading} className="visually-hidden">
      {heading}
    </PageHeading>
  )
  if (data === undefined && query.isError)
    return (
      <>
        {named}
        <ErrorState
          compact
          {...(failed !== undefined && { text: failed })}
          detail={explain(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </>
    )
  if (data === undefined && query.isPaused)
    return (
      <>
        {named}
        <EmptyState compact text={KNOWLEDGE.no_network} />
      </>
    )
  return (
    <Loading isLoading={query.isPending} isUpdating={query.isPlaceholderData} skeleton={skeleton}>
      {() => data !== undefined && children(data)}
    </Loading>
  )
}
