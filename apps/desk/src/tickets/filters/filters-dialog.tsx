import type { Call } from '@podmoga/contract/client'
import { QueueOrder } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { Picker } from '@podmoga/ui/picker/picker'
import { Select } from '@podmoga/ui/select/select'
import { useState } from 'react'
import { CHIPS } from '../../lib/chosen-chips.texts.ts'
import { FILTERS, type Filter, type QueueView } from '../queue/queue-view.ts'
import { DENSITIES, type Density } from '../queue/use-density.ts'
import { FilterChips } from './filter-chips.tsx'
import { useFilterOptions, withFilter, withoutFilter } from './filter-names.ts'
import styles from './filters.module.css'
import { FILTER_WORDS } from './filters.texts.ts'
import { VIEWS } from './views.texts.ts'

interface FiltersDialogProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
  density: Density
  onDensity: (density: Density) => void
  onClose: () => void
}

const ANY = 'any value'
/** Longer lists get a search field. */
const MANY = 15

type Order = NonNullable<QueueView['order']> | 'waiting'
const ORDERS = (Object.keys(FILTER_WORDS.order_of) as Order[]).map((key) => ({
  key,
  name: FILTER_WORDS.order_of[key],
}))

interface FilterFieldProps {
  filter: Filter
  /** Options not chosen yet. */
  left: readonly { key: string; name: string }[]
  hasSome: boolean
  onAdd: (value: string) => void
}

/** Select or picker that adds one more value to a filter. */
function FilterField({ filter, left, hasSome, onAdd }: FilterFieldProps) {
  const none = hasSome ? FILTER_WORDS.one_more : FILTER_WORDS.any[filter]
  if (left.length > MANY)
    return (
      <Picker label={FILTER_WORDS[filter]} items={left} value={null} placeholder={none} onChange={onAdd} />
    )
  return (
    <Select
      label={FILTER_WORDS[filter]}
      options={[{ key: ANY, name: none }, ...left]}
      value={ANY}
      onChange={({ target }) => target.value !== ANY && onAdd(target.value)}
    />
  )
}

/** All filters of the queue; each takes effect as soon as it is chosen. */
export function FiltersDialog({ call, view: first, onView, onClose, ...rows }: FiltersDialogProps) {
  // Local state, because the URL updates later: two filters chosen in quick succession must not undo each other.
  const [view, setView] = useState(first)
  const change = (next: QueueView) => {
    setView(next)
    onView(next)
  }
  const options = useFilterOptions(call, view)
  // Hide the restaurant groups filter if there are no groups.
  const offered = FILTERS.filter(
    (filter) => filter !== 'restaurant_group' || options[filter].length > 0 || view[filter] !== undefined,
  )
  return (
    <Dialog title={VIEWS.filters} onClose={onClose}>
      <div className={styles.fields}>
        {offered.map((filter) => (
          <div key={filter}>
            <FilterField
              filter={filter}
              left={options[filter].filter(({ key }) => !view[filter]?.some((value) => value === key))}
              hasSome={view[filter] !== undefined}
              onAdd={(value) => change(withFilter(view, filter, value))}
            />
            <FilterChips call={call} view={view} onView={change} of={filter} />
          </div>
        ))}
        <Select
          label={FILTER_WORDS.rows}
          options={DENSITIES.map((key) => ({ key, name: FILTER_WORDS.rows_of[key] }))}
          value={rows.density}
          onChange={({ target }) => rows.onDensity(target.value as Density)}
        />
        {view.tab !== 'archive' && (
          <Select
            label={FILTER_WORDS.order}
            options={ORDERS}
            value={view.order ?? 'waiting'}
            onChange={({ target }) => {
              const { order: _, ...others } = view
              const order = QueueOrder.safeParse(target.value)
              change(order.success ? { ...others, order: order.data } : others)
            }}
          />
        )}
      </div>
      <DialogActions>
        <Button
          variant="secondary"
          onClick={() => change(FILTERS.reduce((now, filter) => withoutFilter(now, filter), view))}
        >
          {CHIPS.drop_all}
        </Button>
        <Button onClick={onClose}>{CHIPS.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
