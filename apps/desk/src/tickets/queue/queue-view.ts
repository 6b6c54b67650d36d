import { Priority, QueueOrder } from '@podmoga/contract/desk/tickets'
import type { ViewFilters } from '@podmoga/contract/desk/views'
import { wellFormed } from '@podmoga/contract/fields/fields'
import { FILTER_VALUES_MAX, SEARCH_MAX } from '@podmoga/contract/fields/limits'

const TABS = ['waiting', 'open', 'archive'] as const
export type Tab = (typeof TABS)[number]

const WHOSE = ['all', 'mine', 'free', 'snoozed'] as const
export type Whose = (typeof WHOSE)[number]

/** Filters of a view: a ticket must match one value of each; an omitted filter matches everything. */
export interface Filters {
  /** Restaurants' ids. */
  restaurant?: readonly string[]
  /** Names of restaurant groups; combined with `restaurant` by OR. */
  restaurant_group?: readonly string[]
  /** Categories' keys. */
  category?: readonly string[]
  /** Topics' keys. */
  topic?: readonly string[]
  /** Agents' ids. */
  assignee?: readonly string[]
  /** Tags, in lower case. */
  tag?: readonly string[]
  priority?: readonly Priority[]
}
export type Filter = keyof Filters

/** What the queue shows; stored in the URL. */
export interface QueueView extends Filters {
  tab: Tab
  /** A ticket number to find among all tickets, regardless of the tab. */
  number: string | null
  /** Whose tickets, or the snoozed ones; omitted for everybody's. */
  whose?: Exclude<Whose, 'all'>
  /** Sort order; omitted: longest waiting first. */
  order?: QueueOrder
  /** Full-text query among all tickets, shown instead of the queue. */
  q?: string
}

const NUMBER = /^[0-9]{1,9}$/
const ID = /^[\w-]{1,64}$/
const KEY = /^[a-z0-9_]{1,64}$/
const TAG = /^[^\p{Cc}]{1,40}$/u
const PRIORITY = new RegExp(`^(?:${Priority.options.join('|')})$`)
const WORDS = /^[^\p{Cc}]{1,200}$/u
const FORMS: Readonly<Record<Filter, RegExp>> = {
  restaurant: ID,
  restaurant_group: WORDS,
  category: KEY,
  topic: KEY,
  tag: TAG,
  priority: PRIORITY,
  assignee: ID,
}
export const FILTERS = Object.keys(FORMS) as Filter[]

/** Normalizes a typed or pasted query so that {@link readView} accepts it; limits its length. */
export const soughtOf = (typed: string): string =>
  wellFormed(
    typed
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, SEARCH_MAX),
  ).trim()

const filtersIn = (search: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const values = search.getAll(name).filter((value) => FORMS[name].test(value))
      const known = name === 'tag' ? values.map((value) => value.toLowerCase()) : values
      return known.length === 0 ? [] : [[name, [...new Set(known)].slice(0, FILTER_VALUES_MAX)]]
    }),
  )

/** Parses the view from the URL; invalid values are ignored. */
export const readView = (search: URLSearchParams): QueueView => {
  const of = (name: string): string => search.get(name) ?? ''
  const whose = WHOSE.find((known) => known === of('whose')) ?? 'all'
  const order = QueueOrder.options.find((known) => known === of('order'))
  return {
    tab: TABS.find((known) => known === of('tab')) ?? 'waiting',
    number: NUMBER.test(of('number')) ? of('number') : null,
    ...(whose === 'all' ? {} : { whose }),
    ...filtersIn(search),
    ...(order === undefined ? {} : { order }),
    ...(WORDS.test(of('q')) ? { q: of('q') } : {}),
  }
}

const NAMES = ['number', 'whose', ...FILTERS, 'order', 'q'] as const

/** The search part of the URL: "" or "?…". */
export const searchOf = ({ tab, ...filters }: QueueView): string => {
  const search = new URLSearchParams()
  if (tab !== 'waiting') search.set('tab', tab)
  for (const name of NAMES) for (const value of [filters[name] ?? []].flat()) search.append(name, value)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export const queuePath = (view: QueueView): string => `/${searchOf(view)}`
export const ticketPath = (id: string, view: QueueView): string =>
  `/tickets/${encodeURIComponent(id)}${searchOf(view)}`

/** The filters of a view apart from its tab and number; undefined if there are none. */
export const narrowing = (view: QueueView): (Filters & Pick<QueueView, 'whose'>) | undefined => {
  const entries = (['whose', ...FILTERS] as const).flatMap((name) =>
    view[name] === undefined ? [] : [[name, view[name]]],
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** The part of a view that is saved under a name: not the number or query. A single value is not wrapped in an array. */
export const filtersOf = ({ tab, whose, ...view }: QueueView): ViewFilters => ({
  tab,
  ...(whose === undefined ? {} : { whose }),
  ...Object.fromEntries(
    FILTERS.flatMap((name) => {
      const values = view[name]
      return values === undefined ? [] : [[name, values.length === 1 ? values[0] : [...values]]]
    }),
  ),
})

/** Converts a saved view to a queue view. */
export const viewOfFilters = ({ tab, whose, ...filters }: ViewFilters): QueueView => ({
  tab,
  number: null,
  ...(whose === undefined ? {} : { whose }),
  ...Object.fromEntries(
    FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [[name, [filters[name]].flat()]])),
  ),
})

/** Number of filter values of a view. */
export const countFilters = (view: QueueView): number =>
  FILTERS.reduce((sum, filter) => sum + (view[filter]?.length ?? 0), 0)
