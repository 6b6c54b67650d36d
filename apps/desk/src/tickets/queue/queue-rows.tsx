import { type RefObject, useMemo, useRef, useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import type { Selection } from '../bulk/use-selection.ts'
import styles from './queue.module.css'
import { PassingRow, QueueRow, type RowHands } from './queue-row.tsx'
import type { QueueView } from './queue-view.ts'
import type { QueueRow as Row } from './steady-queue.ts'
import { useRowWindow } from './use-row-window.ts'

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

/** The hands of all rows: one object for as long as the list stands, so that nothing of it draws a row again. */
function useHands(onApproach: RowHands['onApproach'], onPick: RowHands['onPick']): RowHands {
  const latest = useRef({ onApproach, onPick })
  latest.current = { onApproach, onPick }
  const canPick = onPick !== undefined
  return useMemo(
    () => ({
      onApproach: (id: string) => latest.current.onApproach(id),
      onPick: canPick ? (id: string, isRange: boolean) => latest.current.onPick?.(id, isRange) : undefined,
    }),
    [canPick],
  )
}

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
  const hands = useHands(onApproach, selection?.toggle)
  const { from, to, isFlying } = useRowWindow(list, rows.length, onEnd)
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
    if (isFlying && id !== focused) {
      drawn.push(<PassingRow key={id} item={row.item} />)
      continue
    }
    const isPart = rows.length > to - from
    drawn.push(
      <QueueRow
        key={id}
        item={row.item}
        isGone={row.isGone}
        now={now}
        isOpen={id === openId}
        isPicked={selection?.picked.has(id) === true}
        view={view}
        hands={hands}
        at={isPart ? at + 1 : undefined}
        of={isPart ? rows.length : undefined}
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
