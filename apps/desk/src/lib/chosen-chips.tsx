import { cx } from '@podmoga/ui/lib/cx'
import { X } from 'lucide-react'
import styles from './chosen-chips.module.css'
import { CHIPS } from './chosen-chips.texts.ts'

export interface ChosenChip {
  key: string
  /** The filter's name; `name` is the chosen value. */
  filter: string
  name: string
  onDrop: () => void
}

interface ChosenChipsProps {
  chips: readonly ChosenChip[]
  /** The list's accessible name, for pages with more than one chip list. */
  label?: string
  className?: string | undefined
}

/** The active filter values of a list; pressing a chip removes its filter. */
export function ChosenChips({ chips, label = CHIPS.chosen, className }: ChosenChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul className={cx(styles.chips, className)} aria-label={label}>
      {chips.map(({ key, filter, name, onDrop }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={CHIPS.drop(`${filter}: ${name}`)}
            onClick={onDrop}
          >
            <span>{name}</span>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
