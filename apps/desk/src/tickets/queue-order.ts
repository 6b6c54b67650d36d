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
const keyOf = (item: DeskTicketItem): string =>
  `${item.waiting_since ?? LAST} ${item.last_message_at} ${item.id.padStart(20, '0')}`

/** Whether `one` stands before `other` among open tickets: as the server orders them. */
const isBefore = (one: DeskTicketItem, other: DeskTicketItem): boolean => keyOf(one) < keyOf(other)

/** How many of these stand before the item. They are in order already: of ten thousand, fourteen are looked at. */
const placeOf = (others: readonly DeskTicketItem[], item: DeskTicketItem): number => {
  let [from, to] = [0, others.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const other = others[middle]
    if (other !== undefined && isBefore(item, other)) to = middle
    else from = middle + 1
  }
  return from
}

/**
 * A loaded part of a view with a ticket as it is now: in its place, or gone. The same array when nothing of it is to be
 * seen here; `isWhole`: no further page is left to load.
 */
export const withTicket = (
  items: readonly DeskTicketItem[],
  item: DeskTicketItem,
  how: { view: QueueView; me: string; isWhole: boolean },
): readonly DeskTicketItem[] => {
  const at = items.findIndex(({ id }) => id === item.id)
  if (!standsIn(how.view, item, how.me)) return at < 0 ? items : items.toSpliced(at, 1)
  // The archive is ordered by what the item does not tell: the newest closed comes first, others keep their place.
  if (how.view.tab === 'archive' || how.view.number !== null)
    return at < 0 ? [item, ...items] : items.with(at, item)
  const others = at < 0 ? items : items.toSpliced(at, 1)
  const before = placeOf(others, item)
  if (before < others.length) return others.toSpliced(before, 0, item)
  return at >= 0 || how.isWhole ? [...others, item] : items
}
