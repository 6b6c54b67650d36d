import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { Select } from '@podmoga/ui/select/select'
import { useState } from 'react'
import type { QueueView } from '../queue/queue-view.ts'
import { DENSITIES, type Density } from '../queue/use-density.ts'
import { FILTERS, useFilterOptions, withFilter, withoutFilter } from './filter-names.ts'
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
const ORDERS = [
  { key: 'waiting', name: FILTER_WORDS.order_of.waiting },
  { key: 'due', name: FILTER_WORDS.order_of.due },
]

/** Every filter of the queue; each is in force as soon as it is chosen. */
export function FiltersDialog({ call, view: first, onView, onClose, ...rows }: FiltersDialogProps) {
  // The address follows a moment later: two filters that are chosen at once must not undo each other.
  const [view, setView] = useState(first)
  const change = (next: QueueView) => {
    setView(next)
    onView(next)
  }
  const options = useFilterOptions(call, view)
  return (
    <Dialog title={VIEWS.filters} onClose={onClose}>
      <div className={styles.fields}>
        {FILTERS.map((filter) => {
          const value = view[filter] ?? undefined
          const known = options[filter]
          // What stands in the address may be a name that nobody uses any more.
          const named = value === undefined || known.some(({ key }) => key === value)
          return (
            <Select
              key={filter}
              label={FILTER_WORDS[filter]}
              options={[
                { key: ANY, name: FILTER_WORDS.any[filter] },
                ...known,
                ...(named ? [] : [{ key: value, name: value }]),
              ]}
              value={value ?? ANY}
              onChange={({ target }) =>
                change(withFilter(view, filter, target.value === ANY ? '' : target.value))
              }
            />
          )
        })}
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
              change(target.value === 'due' ? { ...others, order: 'due' } : others)
            }}
          />
        )}
      </div>
      <DialogActions>
        <Button
          variant="secondary"
          onClick={() => change(FILTERS.reduce((now, filter) => withoutFilter(now, filter), view))}
        >
          {FILTER_WORDS.drop_all}
        </Button>
        <Button onClick={onClose}>{FILTER_WORDS.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
