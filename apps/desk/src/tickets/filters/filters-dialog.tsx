import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { Select } from '@podmoga/ui/select/select'
import { useState } from 'react'
import type { QueueView } from '../queue/queue-view.ts'
import { FILTERS, useFilterOptions, withFilter, withoutFilter } from './filter-names.ts'
import styles from './filters.module.css'
import { VIEWS } from './views.texts.ts'

interface FiltersDialogProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
  onClose: () => void
}

const ANY = 'any value'

/** Every filter of the queue; each is in force as soon as it is chosen. */
export function FiltersDialog({ call, view: first, onView, onClose }: FiltersDialogProps) {
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
          const value = view[filter]
          const known = options[filter]
          // What stands in the address may be a name that nobody uses any more.
          const named = value === undefined || known.some(({ key }) => key === value)
          return (
            <Select
              key={filter}
              label={VIEWS[filter]}
              options={[
                { key: ANY, name: VIEWS.any[filter] },
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
        <p className="t-small t-muted">{VIEWS.order}</p>
      </div>
      <DialogActions>
        <Button
          variant="secondary"
          onClick={() => change(FILTERS.reduce((now, filter) => withoutFilter(now, filter), view))}
        >
          {VIEWS.drop_all}
        </Button>
        <Button onClick={onClose}>{VIEWS.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
