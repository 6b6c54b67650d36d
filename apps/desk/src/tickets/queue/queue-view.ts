import { Priority, QueueOrder } from '@podmoga/contract/desk/tickets'
import type { ViewFilters } from '@podmoga/contract/desk/views'
import { wellFormed } from '@podmoga/contract/fields/fields'
import { FILTER_VALUES_MAX, SEARCH_MAX } from '@podmoga/contract/fields/limits'

const TABS = ['waiting', 'open', 'archive'] as const
export type Tab = (typeof TABS)[number]

const WHOSE = ['all', 'mine', 'free', 'snoozed'] as const
export type Whose = (typeof WHOSE)[number]

/** What narrows a view: of each filter one value is enough; one that is not there leaves in everything. */
export interface Filters {
  /** Restaurants' ids. */
  restaurant?: readonly string[]
  /** Groups of restaurants, by their names; beside `restaurant`, either is enough. */
  restaurant_group?: readonly string[]
  /** Categories' keys. */
  category?: readonly string[]
  /** Topics' keys. */
  topic?: readonly string[]
  /** Agents' ids. */
  assignee?: readonly string[]
  /** Tags, in small letters. */
  tag?: readonly string[]
  priority?: readonly Priority[]
}
export type Filter = keyof Filters

/** What the queue shows; lives in the address. */
export interface QueueView extends Filters {
  tab: Tab
  /** A ticket's number: looked for among all tickets, whatever the tab. */
  number: string | null
  /** Whose tickets, or those that are put off; left out for everybody's. */
  whose?: Exclude<Whose, 'all'>
  /** What stands first; left out: who waits longest. */
  order?: QueueOrder
  /** What is being looked for among all tickets, in place of the queue. */
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

/** What is looked for of a typed or pasted text; {@link readView} takes it, and no address grows beyond what is taken. */
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

/** Nonsense in the address is as good as nothing. */
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

/** The search part of the address: "" or "?…". */
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

/** What narrows a view besides its tab and a number; undefined when nothing does. */
export const narrowing = (view: QueueView): (Filters & Pick<QueueView, 'whose'>) | undefined => {
  const said = (['whose', ...FILTERS] as const).flatMap((name) =>
    view[name] === undefined ? [] : [[name, view[name]]],
  )
  return said.length === 0 ? undefined : Object.fromEntries(said)
}

/** What is kept of a view under a name: everything that lasts, so neither a number nor words. A single value is kept bare. */
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

/** The view that a saved one stands for. */
export const viewOfFilters = ({ tab, whose, ...filters }: ViewFilters): QueueView => ({
  tab,
  number: null,
  ...(whose === undefined ? {} : { whose }),
  ...Object.fromEntries(
    FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [[name, [filters[name]].flat()]])),
  ),
})

/** How many values narrow a view. */
export const countFilters = (view: QueueView): number =>
  FILTERS.reduce((sum, filter) => sum + (view[filter]?.length ?? 0), 0)
