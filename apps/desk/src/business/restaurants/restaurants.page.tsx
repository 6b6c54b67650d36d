import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT, restaurantsQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { archiveRestaurant, importRestaurants, restoreRestaurant } from '../business.mutations.ts'
import { BUSINESS, RESTAURANTS } from '../business.texts.ts'
import { TableImport } from '../import/table-import.tsx'
import { QueryView } from '../query-view.tsx'
import { RestaurantDialog } from './restaurant-dialog.tsx'

type Open = { what: 'add' | 'import' } | { what: 'edit' | 'archive'; restaurant: AdminRestaurant }

/** The restaurants of a business, and those put away. */
export function RestaurantsPage() {
  const { call } = useScope()
  const query = useQuery(restaurantsQuery(call))
  const [open, setOpen] = useState<Open | null>(null)
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const close = () => setOpen(null)
  return (
    <AdminPage
      title={BUSINESS.restaurants}
      tools={
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => setOpen({ what: 'import' })}>
            {RESTAURANTS.import_title}
          </Button>
          <Button icon={<Plus size={20} aria-hidden />} onClick={() => setOpen({ what: 'add' })}>
            {RESTAURANTS.add}
          </Button>
        </div>
      }
    >
      <QueryView query={query}>
        {({ restaurants }) => (
          <ul className={styles.list}>
            {restaurants.map((restaurant) => {
              const { id, name, timezone_name, people, archived_at } = restaurant
              const isArchived = archived_at !== null
              return (
                <li key={id} className={styles.row}>
                  <div className={styles.facts}>
                    <p className={styles.name}>
                      <span id={`restaurant-${id}`}>{name}</span>
                      {isArchived && <Chip>{RESTAURANTS.archived}</Chip>}
                    </p>
                    <p className="t-small t-muted">
                      {RESTAURANTS.people(people)} · {timezone_name}
                    </p>
                  </div>
                  <div className={styles.actions}>
                    {isArchived ? (
                      <Button
                        variant="secondary"
                        size="s"
                        isPending={isPending}
                        aria-describedby={`restaurant-${id}`}
                        onClick={() => void run(() => restoreRestaurant(call, id))}
                      >
                        {RESTAURANTS.restore}
                      </Button>
                    ) : (
                      <>
                        <Button
                          variant="secondary"
                          size="s"
                          aria-describedby={`restaurant-${id}`}
                          onClick={() => setOpen({ what: 'edit', restaurant })}
                        >
                          {RESTAURANTS.edit}
                        </Button>
                        <Button
                          variant="secondary"
                          size="s"
                          aria-describedby={`restaurant-${id}`}
                          onClick={() => setOpen({ what: 'archive', restaurant })}
                        >
                          {RESTAURANTS.archive}
                        </Button>
                      </>
                    )}
                  </div>
                </li>
              )
            })}
          </ul>
        )}
      </QueryView>
      {open?.what === 'add' && <RestaurantDialog restaurant={null} onClose={close} />}
      {open?.what === 'import' && (
        <TableImport
          texts={RESTAURANTS}
          refreshes={BUSINESS_ROOT}
          bringIn={(file, options) => importRestaurants(call, file, options)}
          onClose={close}
        />
      )}
      {open?.what === 'edit' && <RestaurantDialog restaurant={open.restaurant} onClose={close} />}
      {open?.what === 'archive' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={RESTAURANTS.archive_title(open.restaurant.name)}
          text={RESTAURANTS.archive_text}
          submit={RESTAURANTS.archive}
          onSubmit={() => archiveRestaurant(call, open.restaurant.id)}
          onClose={close}
        />
      )}
    </AdminPage>
  )
}
