import type { ImportRow } from '@podmoga/contract/desk/imports'
import { Chip } from '@podmoga/ui/chip/chip'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import styles from '../business.module.css'
import { IMPORT } from './import.texts.ts'

/** Rows of a file with their outcomes. */
export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  if (rows.length === 0) return <EmptyState text={IMPORT.none} />
  return (
    <ul className={styles.list}>
      {rows.map(({ line, name, fate, says }) => (
        <li key={line} className={styles.row}>
          <div className={styles.facts}>
            <p className={styles.name}>
              {name}
              {fate === 'bad' && <Chip tone="danger">{IMPORT.bad}</Chip>}
            </p>
            <span className="t-muted">{`${IMPORT.line(line)}: ${says}`}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
