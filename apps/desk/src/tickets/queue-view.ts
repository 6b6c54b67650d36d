export const TABS = ['waiting', 'open', 'archive'] as const
export type Tab = (typeof TABS)[number]

/** What the queue shows; lives in the address. */
export interface QueueView {
  tab: Tab
  /** A restaurant's id. */
  restaurant: string | null
  /** A ticket's number: looked for among all tickets, whatever the tab. */
  number: string | null
}

const NUMBER = /^[0-9]{1,9}$/
const ID = /^[\w-]{1,64}$/

/** Nonsense in the address is as good as nothing. */
export const readView = (search: URLSearchParams): QueueView => {
  const [tab, restaurant, number] = ['tab', 'restaurant', 'number'].map((name) => search.get(name) ?? '')
  return {
    tab: TABS.find((known) => known === tab) ?? 'waiting',
    restaurant: ID.test(restaurant ?? '') ? (restaurant ?? null) : null,
    number: NUMBER.test(number ?? '') ? (number ?? null) : null,
  }
}

/** The search part of the address: "" or "?…". */
export const searchOf = ({ tab, restaurant, number }: QueueView): string => {
  const search = new URLSearchParams()
  if (tab !== 'waiting') search.set('tab', tab)
  if (restaurant !== null) search.set('restaurant', restaurant)
  if (number !== null) search.set('number', number)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export const queuePath = (view: QueueView): string => `/${searchOf(view)}`
export const ticketPath = (id: string, view: QueueView): string =>
  `/tickets/${encodeURIComponent(id)}${searchOf(view)}`
