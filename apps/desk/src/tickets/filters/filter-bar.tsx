import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { Bookmark, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { narrowing, type QueueView } from '../queue/queue-view.ts'
import styles from './filters.module.css'
import { VIEWS } from './views.texts.ts'

const FiltersDialog = lazyPart(() => import('./filters-dialog.tsx').then((module) => module.FiltersDialog))
const ViewsDialog = lazyPart(() => import('./views-dialog.tsx').then((module) => module.ViewsDialog))
const FilterChips = lazy(() =>
  import('./filter-chips.tsx').then((module) => ({ default: module.FilterChips })),
)

interface FilterBarProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
}

/** What narrows the queue besides its restaurant: all filters, saved ones, and those that are chosen. */
export function FilterBar({ call, view, onView }: FilterBarProps) {
  const [open, setOpen] = useState<'filters' | 'views' | null>(null)
  const { whose: _, ...chosen } = narrowing(view) ?? {}
  const count = Object.keys(chosen).length
  const close = () => setOpen(null)
  return (
    <>
      <div className={styles.bar}>
        <Button
          size="s"
          variant="ghost"
          icon={<SlidersHorizontal size={18} aria-hidden />}
          onClick={() => setOpen('filters')}
        >
          {count === 0 ? VIEWS.filters : VIEWS.filters_count(count)}
        </Button>
        <Button
          size="s"
          variant="ghost"
          icon={<Bookmark size={18} aria-hidden />}
          onClick={() => setOpen('views')}
        >
          {VIEWS.saved_short}
        </Button>
      </div>
      <Suspense>
        {count > 0 && <FilterChips call={call} view={view} onView={onView} />}
        {open === 'filters' && <FiltersDialog call={call} view={view} onView={onView} onClose={close} />}
        {open === 'views' && <ViewsDialog call={call} view={view} onView={onView} onClose={close} />}
      </Suspense>
    </>
  )
}
