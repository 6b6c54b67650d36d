import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'
import type { QueueView } from './queue-view.ts'

/** Whether a ticket, as it is now, stands in a view of the queue; `me` is the person who looks. */
export const standsIn = (view: QueueView, item: DeskTicketItem, me: string): boolean => {
  if (item.merged_into !== undefined) return false
  if (view.number !== null) return String(item.number) === view.number
  const { tab, restaurant, whose, category, topic, assignee, tag, priority } = view
  if ((item.status === 'processed') !== (tab === 'archive')) return false
  if (tab === 'waiting' && item.waiting_since === null) return false
  if (restaurant !== null && item.restaurant.id !== restaurant) return false
  if (category !== undefined && item.category !== category) return false
  if (topic !== undefined && item.topic !== topic) return false
  if (assignee !== undefined && item.assignee?.id !== assignee) return false
  if (tag !== undefined && !item.tags.includes(tag)) return false
  if (priority !== undefined && item.priority !== priority) return false
  if (whose === 'mine' && item.assignee?.id !== me) return false
  if (whose === 'free' && item.assignee !== null) return false
  return tab === 'archive' || (item.snoozed_until !== null) === (whose === 'snoozed')
}

const LAST = '~'
const keyOf = (item: DeskTicketItem, order: QueueView['order']): string =>
  order === 'due'
    ? `${item.clock?.due_at ?? LAST} ${item.id.padStart(20, '0')}`
    : `${item.waiting_since ?? LAST} ${item.last_message_at} ${item.id.padStart(20, '0')}`

/** How many of these stand before the item. They are in order already: of ten thousand, fourteen are looked at. */
const placeOf = (
  others: readonly DeskTicketItem[],
  item: DeskTicketItem,
  order: QueueView['order'],
): number => {
  // As the server orders them.
  const own = keyOf(item, order)
  let [from, to] = [0, others.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const other = others[middle]
    if (other !== undefined && own < keyOf(other, order)) to = middle
    else from = middle + 1
  }
  return from
}

/** The archive is ordered by what an item does not tell: the newest closed comes first, others keep their place. */
const inArchive = (
  items: readonly DeskTicketItem[],
  standing: ReadonlyMap<string, DeskTicketItem>,
  isGone: (item: DeskTicketItem) => boolean,
): readonly DeskTicketItem[] => {
  const shown = new Set(items.map(({ id }) => id))
  const fresh = [...standing.values()].filter(({ id }) => !shown.has(id)).reverse()
  return [...fresh, ...items.filter((item) => !isGone(item)).map((item) => standing.get(item.id) ?? item)]
}

/**
 * A loaded part of a view with tickets as they are now: each in its place, or gone. The list is gone through once for all
 * of them. The same array when nothing of them is to be seen here; `isWhole`: no further page is left to load.
 */
export const withTickets = (
  items: readonly DeskTicketItem[],
  changed: readonly DeskTicketItem[],
  { view, me, isWhole }: { view: QueueView; me: string; isWhole: boolean },
): readonly DeskTicketItem[] => {
  const now = new Map(changed.map((item) => [item.id, item]))
  const were = new Set(items.filter(({ id }) => now.has(id)).map(({ id }) => id))
  const standing = new Map([...now].filter(([, item]) => standsIn(view, item, me)))
  if (were.size === 0 && standing.size === 0) return items
  const isGone = ({ id }: DeskTicketItem): boolean => now.has(id) && !standing.has(id)
  if (view.tab === 'archive' || view.number !== null) return inArchive(items, standing, isGone)
  const next = items.filter(({ id }) => !now.has(id))
  const isOurs = ({ id }: DeskTicketItem): boolean => were.has(id) || isWhole
  // Those that stood here first: a newcomer before one of them is within what is loaded.
  const ordered = [...standing.values()].sort((one, other) => Number(isOurs(other)) - Number(isOurs(one)))
  for (const item of ordered) {
    const before = placeOf(next, item, view.order)
    if (before < next.length || isOurs(item)) next.splice(before, 0, item)
  }
  return were.size === 0 && next.length === items.length ? items : next
}
