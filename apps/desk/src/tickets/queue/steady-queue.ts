import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'

export interface QueueRow {
  item: DeskTicketItem
  /** No longer in the list, but kept where it was. */
  isGone: boolean
}

const rowOf = (item: DeskTicketItem): QueueRow => ({ item, isGone: false })

/** The list just as it came. */
export const takeAll = (fresh: readonly DeskTicketItem[]): QueueRow[] => fresh.map(rowOf)

/** How many of the fresh ones are not among the rows. */
export const countNewcomers = (rows: readonly QueueRow[], fresh: readonly DeskTicketItem[]): number => {
  const shown = new Set(rows.map((row) => row.item.id))
  return fresh.filter((item) => !shown.has(item.id)).length
}

/**
 * The rows after a refresh in the background. Newcomers stay out until they are asked for. While somebody points at
 * the list (`isHeld`) nothing moves: whoever has left only fades. The open ticket (`keep`) stays in any case.
 */
export const settle = (
  rows: readonly QueueRow[],
  fresh: readonly DeskTicketItem[],
  { isHeld, keep }: { isHeld: boolean; keep: string | null },
): QueueRow[] => {
  const now = new Map(fresh.map((item) => [item.id, item]))
  const updated = rows.map(({ item }): QueueRow => {
    const there = now.get(item.id)
    return there === undefined ? { item, isGone: true } : rowOf(there)
  })
  if (isHeld) return updated
  const shown = new Set(rows.map((row) => row.item.id))
  const settled = fresh.filter((item) => shown.has(item.id)).map(rowOf)
  const kept = updated.findIndex((row) => row.isGone && row.item.id === keep)
  const open = updated[kept]
  if (open === undefined) return settled
  const before = updated.slice(0, kept).filter((row) => !row.isGone).length
  return [...settled.slice(0, before), open, ...settled.slice(before)]
}
