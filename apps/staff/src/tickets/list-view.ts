import { MAX_PAGE } from '@podmoga/contract/limits'
import { paths } from '../app/paths.ts'
import type { ListView } from './tickets.api.ts'

/** Tab and page as the address has them; whatever is not a page number is page 1. */
export const viewOf = (search: URLSearchParams): ListView => {
  const page = search.get('page') ?? ''
  const number = /^[1-9][0-9]{0,4}$/.test(page) ? Number(page) : 1
  return {
    status: search.get('status') === 'processed' ? 'processed' : 'awaiting_response',
    page: Math.min(number, MAX_PAGE),
  }
}

export const listHref = (restaurantId: string, { status, page }: ListView): string =>
  `${paths.tickets(restaurantId)}?${new URLSearchParams({ status, page: String(page) })}`
