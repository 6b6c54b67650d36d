import { Priority } from '@podmoga/contract/desk/tickets'
import type { ViewFilters } from '@podmoga/contract/desk/views'
import { wellFormed } from '@podmoga/contract/fields/fields'
import { SEARCH_MAX } from '@podmoga/contract/fields/limits'

const TABS = ['waiting', 'open', 'archive'] as const
export type Tab = (typeof TABS)[number]

const WHOSE = ['all', 'mine', 'free', 'snoozed'] as const
export type Whose = (typeof WHOSE)[number]

/** What the queue shows; lives in the address. */
export interface QueueView {
  tab: Tab
  /** A restaurant's id. */
  restaurant: string | null
  /** A ticket's number: looked for among all tickets, whatever the tab. */
  number: string | null
  /** Whose tickets, or those that are put off; left out for everybody's. */
  whose?: Exclude<Whose, 'all'>
  /** A category's key. */
  category?: string
  /** A topic's key. */
  topic?: string
  /** An agent's id. */
  assignee?: string
  /** A tag, in small letters. */
  tag?: string
  priority?: Priority
  /** By what is due first; left out: who waits longest. */
  order?: 'due'
  /** What is being looked for among all tickets, in place of the queue. */
  q?: string
}

const NUMBER = /^[0-9]{1,9}$/
const ID = /^[\w-]{1,64}$/
const KEY = /^[a-z0-9_]{1,64}$/
const TAG = /^[^\p{Cc}]{1,40}$/u
const WORDS = /^[^\p{Cc}]{1,200}$/u

/** What is looked for of a typed or pasted text; {@link readView} takes it, and no address grows beyond what is taken. */
export const soughtOf = (typed: string): string =>
  wellFormed(
    typed
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, SEARCH_MAX),
  ).trim()

/** Nonsense in the address is as good as nothing. */
export const readView = (search: URLSearchParams): QueueView => {
  const of = (name: string): string => search.get(name) ?? ''
  const priority = Priority.options.find((known) => known === of('priority'))
  const whose = WHOSE.find((known) => known === of('whose')) ?? 'all'
  return {
    tab: TABS.find((known) => known === of('tab')) ?? 'waiting',
    restaurant: ID.test(of('restaurant')) ? of('restaurant') : null,
    number: NUMBER.test(of('number')) ? of('number') : null,
    ...(whose === 'all' ? {} : { whose }),
    ...(KEY.test(of('category')) ? { category: of('category') } : {}),
    ...(KEY.test(of('topic')) ? { topic: of('topic') } : {}),
    ...(ID.test(of('assignee')) ? { assignee: of('assignee') } : {}),
    ...(TAG.test(of('tag')) ? { tag: of('tag').toLowerCase() } : {}),
    ...(priority === undefined ? {} : { priority }),
    ...(of('order') === 'due' ? { order: 'due' as const } : {}),
    ...(WORDS.test(of('q')) ? { q: of('q') } : {}),
  }
}

const NAMES = [
  'restaurant',
  'number',
  'whose',
  'category',
  'topic',
  'assignee',
  'tag',
  'priority',
  'order',
  'q',
] as const

/** The search part of the address: "" or "?…". */
export const searchOf = ({ tab, ...filters }: QueueView): string => {
  const search = new URLSearchParams()
  if (tab !== 'waiting') search.set('tab', tab)
  for (const name of NAMES) {
    const value = filters[name]
    if (value !== null && value !== undefined) search.set(name, value)
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export const queuePath = (view: QueueView): string => `/${searchOf(view)}`
export const ticketPath = (id: string, view: QueueView): string =>
  `/tickets/${encodeURIComponent(id)}${searchOf(view)}`

type Narrowing = Pick<QueueView, 'whose' | 'category' | 'topic' | 'assignee' | 'tag' | 'priority'>

/** What narrows a view besides its tab, its restaurant and a number; undefined when nothing does. */
export const narrowing = ({
  whose,
  category,
  topic,
  assignee,
  tag,
  priority,
}: QueueView): Narrowing | undefined => {
  const said = Object.entries({ whose, category, topic, assignee, tag, priority }).filter(
    ([, value]) => value !== undefined,
  )
  return said.length === 0 ? undefined : (Object.fromEntries(said) as Narrowing)
}

/** What is kept of a view under a name: everything that lasts, so neither a number nor words. */
export const filtersOf = ({
  tab,
  restaurant,
  number: _,
  q: __,
  order: ___,
  ...filters
}: QueueView): ViewFilters => ({
  tab,
  ...(restaurant === null ? {} : { restaurant }),
  ...filters,
})

/** The view that a saved one stands for. */
export const viewOfFilters = ({ restaurant, ...filters }: ViewFilters): QueueView => ({
  ...filters,
  restaurant: restaurant ?? null,
  number: null,
})
