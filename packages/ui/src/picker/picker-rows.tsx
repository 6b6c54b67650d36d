import { Check } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import styles from './picker.module.css'
import type { PickerItem, PickerListProps } from './picker-item.tsx'
import { NO_ROW } from './row-keys.tsx'

/** Height of `.item` in the styles. */
const ROW_PX = 48
const EDGE_PX = 8
/** Rows rendered beyond the visible ones, and the scroll step, in rows, after which the range is updated. */
const SPARE_ROWS = 8
const STEP_ROWS = 4

/** How many whole rows are visible. */
export const rowsOfPage = (list: HTMLElement | null): number =>
  Math.max(1, Math.floor((list?.clientHeight ?? 0) / ROW_PX))

/** The element id of a row. */
export const rowId = (listId: string, row: number): string => `${listId}-${row}`

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

interface PickerRowsProps extends Pick<PickerListProps, 'label' | 'items' | 'selected' | 'onSelect'> {
  id: string
  listRef: RefObject<HTMLDivElement | null>
  /** The row marked by the keyboard. */
  marked: number
  /** The marked row has the focus; otherwise a text field keeps it and refers to the row. */
  isFocusable?: boolean
  /** The space of the rows is reserved before they are rendered. */
  isToCome?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
}

/** Scrolls a list by the least amount that makes its marked row visible. */
const useMarkedInSight = (
  listRef: RefObject<HTMLDivElement | null>,
  marked: number,
  items: PickerRowsProps['items'],
): void => {
  const isNew = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other items the marked one is at another position
  useLayoutEffect(() => {
    const list = listRef.current
    if (list === null || marked === NO_ROW) return
    const highest = marked * ROW_PX
    // Centred at first: the list may still shrink once it has been positioned.
    if (isNew.current) list.scrollTop = highest - (list.clientHeight - ROW_PX) / 2
    isNew.current = false
    const lowest = highest + ROW_PX + 2 * EDGE_PX - list.clientHeight
    if (list.scrollTop > highest) list.scrollTop = highest
    else if (list.scrollTop < lowest) list.scrollTop = lowest
  }, [marked, items, listRef])
}

/**
 * A virtual list of rows of equal height: only visible rows are in the document, and `aria-setsize` gives the total to screen
 * readers. Rows are plain elements with one shared handler, so that a slow phone renders a screen of them within a frame.
 */
export function PickerRows({
  id,
  listRef,
  label,
  items,
  selected,
  onSelect,
  marked,
  ...ways
}: PickerRowsProps) {
  const { isFocusable = false, isToCome = false, onKeyDown } = ways
  const [top, setTop] = useState(0)
  // A list is never higher than the window, so nothing has to be measured.
  const inSight = useSyncExternalStore(onResize, () => Math.ceil(window.innerHeight / ROW_PX))
  const count = isToCome ? 0 : items.length
  const from = Math.max(0, Math.min(top, count - inSight) - SPARE_ROWS)
  const rows = Array.from(
    { length: Math.max(0, Math.min(count, top + inSight + SPARE_ROWS) - from) },
    (_, at) => from + at,
  )
  // The marked row is always rendered, whatever the scroll position: the field refers to it.
  if (marked < count && marked !== NO_ROW && !rows.includes(marked)) rows.push(marked)

  useMarkedInSight(listRef, marked, items)
  useEffect(() => {
    if (isFocusable) document.getElementById(rowId(id, marked))?.focus({ preventScroll: true })
  }, [isFocusable, id, marked])

  const choose = ({ target }: MouseEvent) => {
    const row = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    const item = items[Number(row ?? NO_ROW)]
    if (item !== undefined) onSelect(item.key)
  }
  const drawn = (row: number, { key, name, detail, icon }: PickerItem) => (
    <div
      key={key}
      id={rowId(id, row)}
      role="option"
      tabIndex={isFocusable && row === marked ? 0 : -1}
      aria-selected={key === selected}
      aria-posinset={row + 1}
      aria-setsize={items.length}
      data-row={row}
      data-selected={key === selected || undefined}
      data-focused={row === marked || undefined}
      className={styles.item}
      style={{ top: EDGE_PX + row * ROW_PX }}
    >
      {icon}
      <span className={styles.name}>{name}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
      {key === selected && <Check size={18} aria-hidden />}
    </div>
  )
  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      aria-label={label}
      aria-busy={isToCome}
      tabIndex={-1}
      className={styles.list}
      data-empty={items.length === 0 || undefined}
      onClick={choose}
      onKeyDown={onKeyDown}
      // Keeps the focus in the field and the phone's keyboard open.
      onMouseDown={(event) => isFocusable || event.preventDefault()}
      onScroll={({ currentTarget }) =>
        setTop(Math.floor(currentTarget.scrollTop / ROW_PX / STEP_ROWS) * STEP_ROWS)
      }
    >
      {items.length === 0 ? (
        <div role="option" aria-selected={false} tabIndex={-1} className={styles.none}>
          нет данных
        </div>
      ) : (
        <div
          role="presentation"
          className={styles.rows}
          style={{ height: items.length * ROW_PX + 2 * EDGE_PX }}
        >
          {rows.map((row) => {
            const item = items[row]
            return item && drawn(row, item)
          })}
        </div>
      )}
    </div>
  )
}
