import { Badge } from '@podmoga/ui/badge/badge'
import { cx } from '@podmoga/ui/lib/cx'
import { useQuery } from '@tanstack/react-query'
import styles from '../queue/queue.module.css'
import { type QueueView, WHOSE, type Whose } from '../queue/queue-view.ts'
import { countsQuery } from '../tickets.api.ts'
import { WORK } from './work.texts.ts'

interface WhoseProps {
  view: QueueView
  onView: (view: QueueView) => void
}

/** Everybody's, one's own, nobody's, or those that are put off. */
export function WhosePart({ view, onView }: WhoseProps) {
  const { data: counts } = useQuery(countsQuery())
  const { whose: chosen = 'all', ...others } = view
  const countOf = (whose: Whose): number | undefined =>
    whose === 'mine' ? counts?.mine : whose === 'free' ? counts?.free : undefined
  return (
    <fieldset className={styles.whose}>
      <legend className="visually-hidden">{WORK.whose}</legend>
      {WHOSE.map((whose) => {
        const count = countOf(whose)
        return (
          <button
            key={whose}
            type="button"
            aria-pressed={whose === chosen}
            className={cx(styles.whoseOne, whose === chosen && styles.whoseChosen)}
            onClick={() => onView(whose === 'all' ? others : { ...others, whose })}
          >
            {WORK.whose_name[whose]}
            {count !== undefined && <span className="visually-hidden">{count}</span>}
            <Badge count={count} />
          </button>
        )
      })}
    </fieldset>
  )
}
