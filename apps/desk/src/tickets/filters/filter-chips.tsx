import type { Call } from '@podmoga/contract/client'
import { X } from 'lucide-react'
import { FILTERS, type Filter, type QueueView } from '../queue/queue-view.ts'
import { useFilterOptions, withoutFilter } from './filter-names.ts'
import styles from './filters.module.css'
import { FILTER_WORDS } from './filters.texts.ts'

interface FilterChipsProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
  /** Those of one filter alone. */
  of?: Filter
}

/** The values that are chosen, each to be taken away by a press. */
export function FilterChips({ call, view, onView, of }: FilterChipsProps) {
  const options = useFilterOptions(call, view)
  const chosen = (of === undefined ? FILTERS : [of]).flatMap((filter) =>
    (view[filter] ?? []).map((value) => ({
      filter,
      value,
      name: options[filter].find(({ key }) => key === value)?.name ?? value,
    })),
  )
  if (chosen.length === 0) return null
  return (
    <ul
      className={styles.chips}
      aria-label={of === undefined ? FILTER_WORDS.chosen : `${FILTER_WORDS.chosen}: ${FILTER_WORDS[of]}`}
    >
      {chosen.map(({ filter, value, name }) => (
        <li key={`${filter} ${value}`}>
          <button
            type="button"
            className={styles.chip}
            aria-label={FILTER_WORDS.drop(`${FILTER_WORDS[filter]}: ${name}`)}
            onClick={() => onView(withoutFilter(view, filter, value))}
          >
            <span>{name}</span>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
