import type { Present } from '@podmoga/contract/desk/work'
import { Eye, PenLine } from 'lucide-react'
import { TEAM } from '../team.texts.ts'
import styles from './ticket-pane.module.css'

const names = (people: readonly Present[]): string => people.map(({ name }) => name).join(', ')

/** «Сейчас отвечает: Азиз», above the composer. */
export function PresenceLine({ others }: { others: readonly Present[] }) {
  const answering = others.filter(({ doing }) => doing === 'answering')
  const looking = others.filter(({ doing }) => doing === 'looking')
  return (
    <div role="status" className={styles.presence}>
      {answering.length > 0 && (
        <span className={styles.answering}>
          <PenLine size={15} aria-hidden />
          {TEAM.answering(names(answering))}
        </span>
      )}
      {looking.length > 0 && (
        <span>
          <Eye size={15} aria-hidden />
          {TEAM.looking(names(looking))}
        </span>
      )}
    </div>
  )
}
