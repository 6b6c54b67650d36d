import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** A query of a paged list. */
export interface PagedQuery {
  data: { total_pages: number; results?: readonly unknown[] } | undefined
  isPlaceholderData: boolean
}

/** The last page of a list, if the given one is past it; null if it is not, has rows, or its answer has not come. */
export const endOf = (page: number, { data, isPlaceholderData }: PagedQuery): number | null => {
  if (data === undefined || isPlaceholderData || (data.results?.length ?? 0) > 0) return null
  const last = Math.max(1, data.total_pages)
  return page > last ? last : null
}

/**
 * Replaces the URL of a page past the end of its list by that of the last one: the last row of the page is gone, or there never
 * was such a page. `state`: of the entry in the history, a constant. Returns whether it is past the end.
 */
export function usePastEnd(
  page: number,
  query: PagedQuery,
  { hrefOf, state }: { hrefOf: (page: number) => string; state?: object },
): boolean {
  const navigate = useNavigate()
  const end = endOf(page, query)
  const href = end === null ? null : hrefOf(end)
  useEffect(() => {
    if (href !== null) void navigate(href, { replace: true, state })
  }, [href, navigate, state])
  return href !== null
}
