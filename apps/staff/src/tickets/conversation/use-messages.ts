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
  // A move that is tried again, and one in the other direction, keep the last error until they succeed.
  const isOlderFailed = query.isFetchNextPageError && !isFetchingNextPage
  const isNewerFailed = query.isFetchPreviousPageError && !isFetchingPreviousPage

  const older = useCallback(() => {
    if (hasNextPage && !isMoving && !isOlderFailed) void fetchNextPage()
  }, [hasNextPage, isMoving, isOlderFailed, fetchNextPage])

  const retryNewer = useCallback(async () => {
    const { data } = await fetchPreviousPage()
    // New messages arrived after the older page was fetched: pages with different counts may leave a gap.
    if (data && isDrifted(data.pages)) void refetch()
  }, [fetchPreviousPage, refetch])

  const newer = useCallback(() => {
    if (hasPreviousPage && !isMoving && !isNewerFailed) void retryNewer()
  }, [hasPreviousPage, isMoving, isNewerFailed, retryNewer])

  /** Back to the newest page, wherever the window is. Rejects if it cannot be loaded. */
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
    retryOlder: () => void fetchNextPage(),
    retryNewer: () => void retryNewer(),
    isOlderFailed,
    isNewerFailed,
    canGrow: (pages?.length ?? 0) < 2 && hasNextPage,
    isNewest: !hasPreviousPage,
  }
}
