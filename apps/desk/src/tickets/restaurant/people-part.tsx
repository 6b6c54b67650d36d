import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import type { Caller } from '@podmoga/contract/tickets/callers'
import { Button } from '@podmoga/ui/button/button'
import { SearchField } from '@podmoga/ui/field/search-field'
import { QueryView } from '@podmoga/web/query-view'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import { CallerDialog } from '../callers/caller-dialog.tsx'
import { peopleOfQuery } from '../callers/callers.api.ts'
import { CALLERS } from '../callers/callers.texts.ts'
import type { QueueView } from '../queue/queue-view.ts'
import styles from '../side/side.module.css'
import { Part } from './part.tsx'
import { RESTAURANT } from './restaurant.texts.ts'

/** The people of a restaurant, with search by name or phone, and a button to open a ticket for a caller. */
export function PeoplePart({ restaurantId, view }: { restaurantId: string; view: QueueView }) {
  const { call } = useScope()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [calling, setCalling] = useState<Caller | null>(null)
  const people = useInfiniteQuery(peopleOfQuery(call, restaurantId, useDeferredValue(typed.trim())))
  return (
    <Part title={RESTAURANT.people}>
      <SearchField label={RESTAURANT.find} maxLength={SEARCH_MAX} value={typed} onChange={setTyped} />
      <QueryView query={people} failed={RESTAURANT.people_failed} compact>
        {({ pages }) => {
          const all = pages.flatMap(({ results }) => results)
          if (all.length === 0) return <p className={styles.small}>{RESTAURANT.no_people}</p>
          return (
            <ul className={styles.lines}>
              {all.map((one) => (
                <li key={one.id} className={styles.line}>
                  {one.name ?? RESTAURANT.nameless}
                  <p className={styles.small}>
                    {[one.phone, one.email, one.is_invited && CALLERS.invited].filter(Boolean).join(' · ')}
                  </p>
                  {one.restaurants.some(({ id }) => id === restaurantId) && (
                    <div className={styles.ways}>
                      <Button
                        size="s"
                        variant="secondary"
                        aria-label={RESTAURANT.open_ticket_for(one.name ?? RESTAURANT.nameless)}
                        onClick={() => setCalling(one)}
                      >
                        {RESTAURANT.open_ticket}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
      <MoreButton of={people} size="s">
        {RESTAURANT.more}
      </MoreButton>
      {calling !== null && (
        <CallerDialog
          call={call}
          view={view}
          go={(path) => void navigate(path)}
          known={{ customer: calling, restaurant: restaurantId }}
          onClose={() => setCalling(null)}
        />
      )}
    </Part>
  )
}
