import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { PopoverButton } from '@podmoga/ui/popover/popover-button'
import { stored } from '@podmoga/web/stored'
import { useState } from 'react'
import styles from '../business.module.css'
import { TABLE } from './data-table.texts.ts'

/** The visible columns of a table, kept in this browser; `initial` until the user chooses. */
export const useColumns = <K extends string>(table: string, all: readonly K[], initial: readonly K[]) => {
  const name = `columns/${table}`
  const [kept, setKept] = useState(() => stored.get(name))
  const wanted = kept === null ? null : kept.split(',')
  const shown = all.filter((key) => (wanted === null ? initial.includes(key) : wanted.includes(key)))
  const toggle = (key: K) => {
    const next = shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key]
    setKept(next.join(','))
    stored.set(name, next.join(','))
  }
  return { shown, toggle }
}

/** Menu that toggles the columns of a table. */
export function ColumnsButton<K extends string>({
  columns,
  shown,
  onToggle,
}: {
  columns: readonly { key: K; name: string }[]
  shown: readonly K[]
  onToggle: (key: K) => void
}) {
  return (
    <PopoverButton popoverLabel={TABLE.columns} trigger={TABLE.columns} variant="outline">
      <div className={styles.columns}>
        {columns.map(({ key, name }) => (
          <Checkbox key={key} checked={shown.includes(key)} onChange={() => onToggle(key)}>
            {name}
          </Checkbox>
        ))}
      </div>
    </PopoverButton>
  )
}
