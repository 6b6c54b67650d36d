import { MAX_PAGE, SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { paths } from '../../lib/paths.ts'
import type { ListView } from '../tickets.api.ts'

/** Tab and page from the URL; an invalid page number means page 1. */
export const viewOf = (search: URLSearchParams): ListView => {
  const page = search.get('page') ?? ''
  const words = (search.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  const number = /^[1-9][0-9]{0,4}$/.test(page) ? Number(page) : 1
  return {
    status: search.get('status') === 'processed' ? 'processed' : 'awaiting_response',
    page: Math.min(number, MAX_PAGE),
    ...(words === '' ? {} : { search: words }),
  }
}

const nameOf = (restaurantId: string): string => `ticket-list/${restaurantId}`

/** Remembers this tab's position in the list: «К списку тикетов» leads back to it. */
export const rememberView = (restaurantId: string, view: ListView): void => {
  try {
    sessionStorage.setItem(nameOf(restaurantId), JSON.stringify(view))
  } catch {
    // Without storage it leads to the start of the list.
  }
}

/** The list as last seen in this tab, else its start. */
export const lastView = (restaurantId: string): ListView => {
  try {
    const seen = JSON.parse(sessionStorage.getItem(nameOf(restaurantId)) ?? '{}') as Partial<ListView>
    return { ...seen, status: seen.status ?? 'awaiting_response', page: seen.page ?? 1 }
  } catch {
    return { status: 'awaiting_response', page: 1 }
  }
}

/** The URL of {@link lastView}. */
export const lastListHref = (restaurantId: string): string => {
  const view = lastView(restaurantId)
  const isFirst = view.status === 'awaiting_response' && view.page === 1 && view.search === undefined
  return isFirst ? paths.tickets(restaurantId) : listHref(restaurantId, view)
}

export const listHref = (restaurantId: string, { status, page, search }: ListView): string =>
  `${paths.tickets(restaurantId)}?${new URLSearchParams({ status, page: String(page), ...(search && { search }) })}`
