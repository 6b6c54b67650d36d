import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { BookOpen } from 'lucide-react'
import styles from '../knowledge.module.css'
import { KB } from '../knowledge.texts.ts'

/** Shown when no material is open. */
export function Welcome() {
  return (
    <div className={styles.welcome}>
      <EmptyState icon={<BookOpen size={24} aria-hidden />} text={KB.pick} />
    </div>
  )
}
