import { type RefObject, useState } from 'react'
import { useNow } from '../lib/use-now.ts'
import styles from './queue.module.css'
import { QueueRow } from './queue-row.tsx'
import { type QueueView, ticketPath } from './queue-view.ts'
import type { QueueRow as Row } from './steady-queue.ts'
import { useRowWindow } from './use-row-window.ts'
import type { Selection } from './use-selection.ts'

interface QueueRowsProps {
  rows: readonly Row[]
  list: RefObject<HTMLUListElement | null>
  /** The hand has left the list. */
  onLeave: () => void
  /** The end has come near. */
  onEnd: () => void
  view: QueueView
  openId: string | null
  onApproach: (id: string) => void
  selection: Selection | undefined
}

/** Whose row an element of the list is in. */
export const ticketAt = (element: Element | null): string | null =>
  element?.closest('li')?.querySelector<HTMLElement>('[data-ticket]')?.dataset.ticket ?? null

/** Rows that are not drawn, as high as they would be. */
const Gap = ({ rows }: { rows: number }) => (
  <li aria-hidden className={styles.gap} style={{ height: `calc(var(--row) * ${rows})` }} />
)

/** The tickets of the queue, of which only those near the eye are drawn; however many there are. */
export function QueueRows({
  rows,
  list,
  onLeave,
  onEnd,
  view,
  openId,
  onApproach,
  ...props
}: QueueRowsProps) {
  const { selection } = props
  const now = useNow()
  const { from, to } = useRowWindow(list, rows.length, onEnd)
  const [focused, setFocused] = useState<string | null>(null)
  // The row with the focus stays, wherever the eye has gone: the keys go on from it.
  const kept = focused === null ? -1 : rows.findIndex(({ item }) => item.id === focused)
  const places = rows.slice(from, to).map((_, at) => from + at)
  if (kept >= 0 && kept < from) places.unshift(kept)
  if (kept >= to) places.push(kept)

  const drawn = []
  let next = 0
  for (const at of places) {
    const row = rows[at]
    if (row === undefined) continue
    if (at > next) drawn.push(<Gap key={`gap-${next === 0 ? 'start' : 'middle'}`} rows={at - next} />)
    next = at + 1
    const { id } = row.item
    drawn.push(
      <QueueRow
        key={id}
        row={row}
        now={now}
        isOpen={id === openId}
        href={ticketPath(id, view)}
        onApproach={onApproach}
        pick={
          selection === undefined
            ? undefined
            : { isPicked: selection.picked.has(id), onPick: selection.toggle }
        }
        place={rows.length > to - from ? { at: at + 1, of: rows.length } : undefined}
      />,
    )
  }
  return (
    <ul
      ref={list}
      onPointerLeave={onLeave}
      onFocus={({ target }) => setFocused(ticketAt(target))}
      onBlur={() => setFocused(null)}
    >
      {drawn}
      {rows.length > next && <Gap key="gap-end" rows={rows.length - next} />}
    </ul>
  )
}
