import type { Call } from '@podmoga/contract/client'
import { cx } from '@podmoga/ui/lib/cx'
import { stored } from '@podmoga/web/stored'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import queue from '../queue/queue.module.css'
import { type QueueView, searchOf, viewOfFilters } from '../queue/queue-view.ts'
import { SAVED } from './saved.texts.ts'
import { SAVED_KEY } from './saved-key.ts'
import styles from './saved-row.module.css'
import { viewsQuery } from './views.api.ts'

interface SavedRowProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
}

/** Saved views above the queue: own, then the team's. Pressing the open one again leaves it. */
export function SavedRow({ call, view: { order, ...view }, onView }: SavedRowProps) {
  const { data } = useQuery(viewsQuery(call))
  const has = data === undefined ? stored.get(SAVED_KEY) !== null : data.length > 0
  useEffect(() => {
    if (data !== undefined) stored.set(SAVED_KEY, data.length > 0 ? 'yes' : null)
  }, [data])
  if (!has) return null
  const now = searchOf(view)
  const ordered = order === undefined ? {} : { order }
  return (
    <ul className={cx(queue.saved, styles.row)} aria-label={SAVED.saved}>
      {data?.map(({ id, name, count, filters }) => {
        const saved = viewOfFilters(filters)
        const isOpen = searchOf(saved) === now
        return (
          <li key={id}>
            <button
              type="button"
              className={styles.view}
              aria-pressed={isOpen}
              onClick={() => onView({ ...(isOpen ? { tab: 'waiting', number: null } : saved), ...ordered })}
            >
              <span className={styles.name}>{name}</span>
              {count !== null && (
                <span className={styles.count}>
                  <span aria-hidden>{SAVED.more_than(count)}</span>
                  <span className="visually-hidden">{SAVED.stand_in(count)}</span>
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
