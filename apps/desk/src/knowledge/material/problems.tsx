import type { DraftProblem } from '@podmoga/contract/desk/materials'
import styles from '../editor/editor.module.css'

/** Problems of a text; red if they block publishing. */
export function Problems({ title, problems }: { title: string; problems: readonly DraftProblem[] }) {
  if (problems.length === 0) return null
  return (
    <section className={styles.problems} data-bad={problems.some(({ kind }) => kind === 'alt')}>
      <h2>{title}</h2>
      <ul>
        {problems.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
