import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { useIsPhone } from '@podmoga/ui/lib/use-media'
import { VisuallyHidden } from '@podmoga/ui/visually-hidden/visually-hidden'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import styles from './data-table.module.css'
import { TABLE } from './data-table.texts.ts'

export interface Column<T> {
  key: string
  name: string
  /** Content, cut to one line; for text the full value is the title attribute. */
  cell: (row: T) => ReactNode
  /** Not truncated: `line` widens the column to fit, `lines` wraps. */
  whole?: 'line' | 'lines'
}

interface DataTableProps<T> {
  label: string
  rows: readonly T[]
  /** The row header column: the name, and beside it the state, which is always visible. */
  head: Column<T>
  columns: readonly Column<T>[]
  idOf: (row: T) => string
  nameOf: (row: T) => string
  /** Rows that cannot be selected have no checkbox. */
  maySelect: (row: T) => boolean
  selected: readonly string[]
  onSelect: (ids: readonly string[]) => void
  actions: (row: T) => ReactNode
}

const WIDTHS = { cell: styles.cell, line: styles.line, lines: styles.lines }
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and Down move the focus to the same control of the previous or next row. */
const moveFocus = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
  const step = STEPS[event.key]
  const { target } = event
  if (step === undefined || event.defaultPrevented || !(target instanceof HTMLElement)) return
  if (target.getAttribute('aria-haspopup') !== null && event.altKey) return
  const row = target.closest('tr')
  const controls = (of: Element) => [...of.querySelectorAll<HTMLElement>('a[href], button, input')]
  if (row === null) return
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  if (next === null) return
  const at = controls(row).indexOf(target)
  const there = controls(next)
  const same = there[Math.min(at, there.length - 1)]
  if (same === undefined) return
  event.preventDefault()
  same.focus()
}

interface AllBoxProps {
  isAll: boolean
  isSome: boolean
  isDisabled: boolean
  onChange: () => void
}

/** Checkbox that selects all shown rows. */
function AllBox({ isAll, isSome, isDisabled, onChange }: AllBoxProps) {
  return (
    <Checkbox
      checked={isAll}
      disabled={isDisabled}
      onChange={onChange}
      ref={(box) => {
        if (box !== null) box.indeterminate = isSome && !isAll
      }}
    >
      <VisuallyHidden>{TABLE.all}</VisuallyHidden>
    </Checkbox>
  )
}

/** A table with row selection by checkboxes; Shift selects a range. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, rows, head, columns, idOf, nameOf, maySelect, selected, onSelect, actions } = props
  const isPhone = useIsPhone()
  const last = useRef<string | null>(null)
  const shift = useRef(false)
  const ids = rows.filter(maySelect).map(idOf)
  const chosen = new Set(selected)
  const isAll = ids.length > 0 && ids.every((id) => chosen.has(id))
  const toggle = (id: string) => {
    const isOn = !chosen.has(id)
    const from = shift.current && last.current !== null ? ids.indexOf(last.current) : -1
    const to = ids.indexOf(id)
    const range = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    last.current = id
    onSelect(
      isOn
        ? [...selected, ...range.filter((one) => !chosen.has(one))]
        : selected.filter((one) => !range.includes(one)),
    )
  }
  const toggleAll = () =>
    onSelect(
      isAll
        ? selected.filter((id) => !ids.includes(id))
        : [...selected, ...ids.filter((id) => !chosen.has(id))],
    )
  const textOf = (content: ReactNode) => (typeof content === 'string' ? content : undefined)
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <td className={styles.box}>
              <AllBox
                isAll={isAll}
                isSome={ids.some((id) => chosen.has(id))}
                isDisabled={ids.length === 0}
                onChange={toggleAll}
              />
            </td>
            <th scope="col">{head.name}</th>
            {!isPhone &&
              columns.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            <th scope="col">
              <VisuallyHidden>{TABLE.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          {rows.map((row) => (
            <tr key={idOf(row)} data-chosen={chosen.has(idOf(row)) || undefined}>
              <td className={styles.box}>
                {maySelect(row) && (
                  <Checkbox
                    checked={chosen.has(idOf(row))}
                    onClick={(event) => {
                      shift.current = event.shiftKey
                    }}
                    onKeyDown={(event) => {
                      shift.current = event.shiftKey
                    }}
                    onChange={() => toggle(idOf(row))}
                  >
                    <VisuallyHidden>{TABLE.select(nameOf(row))}</VisuallyHidden>
                  </Checkbox>
                )}
              </td>
              <th scope="row" className={styles.head}>
                <div className={styles.name}>{head.cell(row)}</div>
                {isPhone &&
                  columns.map(({ key, name, cell }) => (
                    <div key={key} className={styles.under}>
                      <VisuallyHidden>{name}: </VisuallyHidden>
                      {cell(row)}
                    </div>
                  ))}
              </th>
              {!isPhone &&
                columns.map(({ key, cell, whole }) => {
                  const content = cell(row)
                  return (
                    <td key={key} title={textOf(content)}>
                      <div className={WIDTHS[whole ?? 'cell']}>{content}</div>
                    </td>
                  )
                })}
              <td className={styles.acts}>
                <div>{actions(row)}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
