import type { Call } from '@podmoga/contract/client'
import { X } from 'lucide-react'
import type { QueueView } from '../queue/queue-view.ts'
import { FILTERS, useFilterOptions, withoutFilter } from './filter-names.ts'
import styles from './filters.module.css'
import { FILTER_WORDS } from './filters.texts.ts'

interface FilterChipsProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
}

/** The filters that are chosen, each to be taken away by a press. */
export function FilterChips({ call, view, onView }: FilterChipsProps) {
  const options = useFilterOptions(call, view)
  return (
    <ul className={styles.chips} aria-label={FILTER_WORDS.chosen}>
      {FILTERS.flatMap((filter) => {
        const value = view[filter]
        if (value === undefined || value === null) return []
        const name = options[filter].find(({ key }) => key === value)?.name ?? value
        return (
          <li key={filter}>
            <button
              type="button"
              className={styles.chip}
              aria-label={FILTER_WORDS.drop(`${FILTER_WORDS[filter]}: ${name}`)}
              onClick={() => onView(withoutFilter(view, filter))}
            >
              <span>{name}</span>
              <X size={14} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
