import type { Call } from '@podmoga/contract/client'
import { CHIPS } from '../../lib/chosen-chips.texts.ts'
import { ChosenChips } from '../../lib/chosen-chips.tsx'
import { FILTERS, type Filter, type QueueView } from '../queue/queue-view.ts'
import { useFilterOptions, withoutFilter } from './filter-names.ts'
import styles from './filters.module.css'
import { FILTER_WORDS } from './filters.texts.ts'

interface FilterChipsProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
  /** Show only this filter's chips. */
  of?: Filter
}

/** Chips of the chosen filter values; pressing one removes it. */
export function FilterChips({ call, view, onView, of }: FilterChipsProps) {
  const options = useFilterOptions(call, view)
  const chips = (of === undefined ? FILTERS : [of]).flatMap((filter) =>
    (view[filter] ?? []).map((value) => ({
      key: `${filter} ${value}`,
      filter: FILTER_WORDS[filter],
      name: options[filter].find(({ key }) => key === value)?.name ?? value,
      onDrop: () => onView(withoutFilter(view, filter, value)),
    })),
  )
  return (
    <ChosenChips
      chips={chips}
      className={styles.chips}
      {...(of !== undefined && { label: `${CHIPS.chosen}: ${FILTER_WORDS[of]}` })}
    />
  )
}
