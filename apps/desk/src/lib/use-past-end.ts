import { useEffect } from 'react'
import { useNavigate } from 'react-router'

interface PagedQuery {
  data: { total_pages: number } | undefined
  isPlaceholderData: boolean
}

/**
 * Replaces the URL of a page past the end of its list by that of the last one: the last row of the page is gone, or there never
 * was such a page. Returns whether it is past the end.
 */
export function usePastEnd(
  page: number,
  { data, isPlaceholderData }: PagedQuery,
  hrefOf: (page: number) => string,
): boolean {
  const navigate = useNavigate()
  const last = data === undefined || isPlaceholderData ? page : Math.max(1, data.total_pages)
  const href = page > last ? hrefOf(last) : null
  useEffect(() => {
    if (href !== null) void navigate(href, { replace: true })
  }, [href, navigate])
  return href !== null
}
