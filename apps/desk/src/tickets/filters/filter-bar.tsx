import type { Call } from '@podmoga/contract/client'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { Bookmark, SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { countFilters, type QueueView } from '../queue/queue-view.ts'
import type { Density } from '../queue/use-density.ts'
import styles from './filters.module.css'
import { VIEWS } from './views.texts.ts'

const FiltersDialog = lazyPart(() => import('./filters-dialog.tsx').then((module) => module.FiltersDialog))
const ViewsDialog = lazyPart(() => import('./views-dialog.tsx').then((module) => module.ViewsDialog))

interface FilterBarProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
  density: Density
  onDensity: (density: Density) => void
}

/** Whether any filter chip is shown. */
export const hasFilters = (view: QueueView): boolean => countFilters(view) > 0

/** Buttons of the queue's filters and of saved views. */
export function FilterBar({ call, view, onView, density, onDensity }: FilterBarProps) {
  const [open, setOpen] = useState<'filters' | 'views' | null>(null)
  const count = countFilters(view)
  const close = () => setOpen(null)
  return (
    <>
      <IconButton
        label={count === 0 ? VIEWS.filters : VIEWS.filters_count(count)}
        aria-pressed={count > 0}
        onClick={() => setOpen('filters')}
      >
        <SlidersHorizontal size={20} aria-hidden className={count > 0 ? styles.narrowed : undefined} />
      </IconButton>
      <IconButton label={VIEWS.saved_short} onClick={() => setOpen('views')}>
        <Bookmark size={20} aria-hidden />
      </IconButton>
      <Suspense>
        {open === 'filters' && (
          <FiltersDialog
            call={call}
            view={view}
            onView={onView}
            density={density}
            onDensity={onDensity}
            onClose={close}
          />
        )}
        {open === 'views' && <ViewsDialog call={call} view={view} onView={onView} onClose={close} />}
      </Suspense>
    </>
  )
}
