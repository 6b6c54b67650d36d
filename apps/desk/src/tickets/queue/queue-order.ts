import { type DeskTicketItem, Priority } from '@podmoga/contract/desk/tickets'
import { FILTERS, type Filter, type QueueView } from './queue-view.ts'

/** Values of an item for each filter. An item lacks the groups of its restaurant: such views are refetched instead. */
const valuesOf = (item: DeskTicketItem): Partial<Record<Filter, readonly (string | null | undefined)[]>> => ({
  restaurant: [item.restaurant.id],
  category: [item.category],
  topic: [item.topic],
  assignee: [item.assignee?.id],
  tag: item.tags,
  priority: [item.priority],
})

/** Whether a ticket belongs to a view of the queue; `me` is the viewer's id. */
export const matchesView = (view: QueueView, item: DeskTicketItem, me: string): boolean => {
  if (item.merged_into !== undefined) return false
  if (view.number !== null) return String(item.number) === view.number
  const { tab, whose } = view
  if ((item.status === 'processed') !== (tab === 'archive')) return false
  if (tab === 'waiting' && item.waiting_since === null) return false
  if (!FILTERS.every((name) => view[name]?.some((value) => valuesOf(item)[name]?.includes(value)) ?? true))
    return false
  if (whose === 'mine' && item.assignee?.id !== me) return false
  if (whose === 'free' && item.assignee !== null) return false
  return tab === 'archive' || (item.snoozed_until !== null) === (whose === 'snoozed')
}

const LAST = '~'
const ID_LETTERS = 20
const MOST_ID = 10n ** BigInt(ID_LETTERS) - 1n
const keyOf = (item: DeskTicketItem, order: QueueView['order']): string => {
  const id = item.id.padStart(ID_LETTERS, '0')
  if (order === 'due') return `${item.clock?.due_at ?? LAST} ${id}`
  // Larger ids come first.
  if (order === 'newest') return String(MOST_ID - BigInt(item.id)).padStart(ID_LETTERS, '0')
  const wait = `${item.waiting_since ?? LAST} ${item.last_message_at} ${id}`
  return order === 'priority' ? `${9 - Priority.options.indexOf(item.priority)} ${wait}` : wait
}

/** Number of items before `item` in a sorted list, by binary search (14 comparisons for ten thousand). */
const insertionIndex = (
  others: readonly DeskTicketItem[],
  item: DeskTicketItem,
  order: QueueView['order'],
): number => {
  // Same order as on the server.
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

/** The archive's sort key is not part of an item: newly closed tickets come first, others keep their position. */
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
 * Applies changed tickets to the loaded part of a view: each is moved to its position or removed, in one pass over the list.
 * Returns the same array if nothing changes; `isWhole`: all pages are loaded.
 */
export const withTickets = (
  items: readonly DeskTicketItem[],
  changed: readonly DeskTicketItem[],
  { view, me, isWhole }: { view: QueueView; me: string; isWhole: boolean },
): readonly DeskTicketItem[] => {
  const now = new Map(changed.map((item) => [item.id, item]))
  const were = new Set(items.filter(({ id }) => now.has(id)).map(({ id }) => id))
  const standing = new Map([...now].filter(([, item]) => matchesView(view, item, me)))
  if (were.size === 0 && standing.size === 0) return items
  const isGone = ({ id }: DeskTicketItem): boolean => now.has(id) && !standing.has(id)
  if (view.tab === 'archive' || view.number !== null) return inArchive(items, standing, isGone)
  const next = items.filter(({ id }) => !now.has(id))
  const isOurs = ({ id }: DeskTicketItem): boolean => were.has(id) || isWhole
  // Tickets already in the list first: a newcomer that sorts before one of them is within the loaded part.
  const ordered = [...standing.values()].sort((one, other) => Number(isOurs(other)) - Number(isOurs(one)))
  for (const item of ordered) {
    const before = insertionIndex(next, item, view.order)
    if (before < next.length || isOurs(item)) next.splice(before, 0, item)
  }
  return were.size === 0 && next.length === items.length ? items : next
}
