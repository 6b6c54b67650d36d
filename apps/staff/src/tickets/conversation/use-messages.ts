import { MESSAGE_PAGE_SIZE } from '@podmoga/contract/fields/limits'
import { listMessages } from '@podmoga/contract/tickets'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { messagesQuery } from '../tickets.api.ts'
import { isDrifted, messagesOf } from './messages.ts'

/** A window of at most two pages over a conversation, and how to move it. */
export function useMessages(ticketId: string) {
  const scope = useScope()
  const queryClient = useQueryClient()
  const options = useMemo(() => messagesQuery(scope, ticketId), [scope, ticketId])
  const query = useInfiniteQuery(options)
  const pages = query.data?.pages
  const messages = useMemo(() => messagesOf(pages ?? []), [pages])
  const { isFetchingNextPage, isFetchingPreviousPage, hasNextPage, hasPreviousPage } = query
  const { fetchNextPage, fetchPreviousPage, refetch } = query
  const isMoving = isFetchingNextPage || isFetchingPreviousPage
  const hasFailed = query.isFetchNextPageError || query.isFetchPreviousPageError

  const older = useCallback(() => {
    if (hasNextPage && !isMoving && !hasFailed) void fetchNextPage()
  }, [hasNextPage, isMoving, hasFailed, fetchNextPage])

  const newer = useCallback(async () => {
    if (!hasPreviousPage || isMoving || hasFailed) return
    const { data } = await fetchPreviousPage()
    // New messages arrived after the older page was fetched: pages with different counts may leave a gap.
    if (data && isDrifted(data.pages)) void refetch()
  }, [hasPreviousPage, isMoving, hasFailed, fetchPreviousPage, refetch])

  /** Back to the newest page, wherever the window is. */
  const toNewest = useCallback(async () => {
    if (!hasPreviousPage) return
    const { queryKey } = options
    await queryClient.cancelQueries({ queryKey })
    const page = await scope.call(listMessages, {
      params: { ticketId },
      query: { page: '1', page_size: String(MESSAGE_PAGE_SIZE) },
    })
    // A refetch triggered by an event meanwhile would restore the old window; it is repeated for the new one.
    const hasNews = queryClient.isFetching({ queryKey }) > 0
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, { pages: [page], pageParams: [1] })
    if (hasNews) void queryClient.invalidateQueries({ queryKey })
  }, [hasPreviousPage, options, scope, queryClient, ticketId])

  return {
    query,
    messages,
    older,
    newer,
    toNewest,
    retryMove: query.isFetchPreviousPageError ? fetchPreviousPage : fetchNextPage,
    canGrow: (pages?.length ?? 0) < 2 && hasNextPage,
    isNewest: !hasPreviousPage,
    hasFailed,
  }
}
