import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'

export interface QueueRow {
  item: DeskTicketItem
  /** No longer in the list, but still shown at its position. */
  isGone: boolean
}

const rowOf = (item: DeskTicketItem): QueueRow => ({ item, isGone: false })

/** Rows of the list as loaded. */
export const takeAll = (fresh: readonly DeskTicketItem[]): QueueRow[] => fresh.map(rowOf)

/** Number of fresh items that are not among the rows. */
export const countNewcomers = (rows: readonly QueueRow[], fresh: readonly DeskTicketItem[]): number => {
  const shown = new Set(rows.map((row) => row.item.id))
  return fresh.filter((item) => !shown.has(item.id)).length
}

/**
 * The rows after a background refresh. New tickets are left out until the user asks for them. While the pointer or focus
 * is in the list (`isHeld`) nothing moves: removed tickets are only greyed out. The open ticket (`keep`) always stays.
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
