import { type RefObject, useMemo, useRef, useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import type { Selection } from '../bulk/use-selection.ts'
import styles from './queue.module.css'
import { PassingRow, QueueRow, type RowCallbacks } from './queue-row.tsx'
import type { QueueView } from './queue-view.ts'
import type { QueueRow as Row } from './steady-queue.ts'
import { useRowWindow } from './use-row-window.ts'

interface QueueRowsProps {
  rows: readonly Row[]
  list: RefObject<HTMLUListElement | null>
  /** The pointer or the focus has left the list. */
  onLeave: () => void
  /** Called near the end of the list. */
  onEnd: () => void
  view: QueueView
  openId: string | null
  onApproach: (id: string) => void
  selection: Selection | undefined
}

/** Id of the ticket whose row contains the element, or null. */
export const ticketAt = (element: Element | null): string | null =>
  element?.closest('li')?.querySelector<HTMLElement>('[data-ticket]')?.dataset.ticket ?? null

/** Spacer with the height of rows that are not rendered. */
const Gap = ({ rows }: { rows: number }) => (
  <li aria-hidden className={styles.gap} style={{ height: `calc(var(--row) * ${rows})` }} />
)

/** A stable callbacks object, so that memoized rows do not re-render. */
function useRowCallbacks(
  onApproach: RowCallbacks['onApproach'],
  onPick: RowCallbacks['onPick'],
): RowCallbacks {
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

/** The virtualized rows of the queue: only rows near the viewport are rendered. */
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
  const callbacks = useRowCallbacks(onApproach, selection?.toggle)
  const { from, to, isFlying } = useRowWindow(list, rows.length, onEnd)
  const [focused, setFocused] = useState<string | null>(null)
  // The focused row stays rendered when scrolled away, so that keyboard navigation continues from it.
  const kept = focused === null ? -1 : rows.findIndex(({ item }) => item.id === focused)
  const indices = rows.slice(from, to).map((_, at) => from + at)
  if (kept >= 0 && kept < from) indices.unshift(kept)
  if (kept >= to) indices.push(kept)

  const drawn = []
  let next = 0
  for (const at of indices) {
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
        callbacks={callbacks}
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
