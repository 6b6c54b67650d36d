import { endOf, type PagedQuery } from '@podmoga/web/paging/past-end'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Replaces the URL of a page past the end of its list by that of the last one: the last row of the page is gone, or there never
 * was such a page. Returns whether it is past the end.
 */
export function usePastEnd(page: number, query: PagedQuery, hrefOf: (page: number) => string): boolean {
  const navigate = useNavigate()
  const end = endOf(page, query)
  const href = end === null ? null : hrefOf(end)
  useEffect(() => {
    if (href !== null) void navigate(href, { replace: true })
  }, [href, navigate])
  return href !== null
}
