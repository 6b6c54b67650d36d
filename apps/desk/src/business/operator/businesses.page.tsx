import type { OperatedBusiness } from '@podmoga/contract/operator'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { formatFull } from '@podmoga/ui/lib/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { businessesQuery } from '../people/data.api.ts'
import { OPERATOR } from '../people/data.texts.ts'
import { QueryView } from '../query-view.tsx'
import { TermsDialog } from '../settings/terms-dialog.tsx'
import { ReadTicketDialog } from './read-ticket-dialog.tsx'

/** The businesses of the installation and their terms, for operators. */
export function BusinessesPage() {
  const { call } = useScope()
  const businesses = useInfiniteQuery(businessesQuery(call))
  const [open, setOpen] = useState<{ what: 'terms' | 'read'; business: OperatedBusiness } | null>(null)
  const close = () => setOpen(null)
  return (
    <AdminPage title={OPERATOR.title}>
      <QueryView query={businesses}>
        {({ pages }) => (
          <ul className={styles.list}>
            {pages
              .flatMap(({ results }) => results)
              .map((business) => {
                const { id, name, network, paid_until } = business
                const isUnpaid = paid_until !== null && new Date(paid_until).getTime() < Date.now()
                const paid = paid_until === null ? OPERATOR.forever : OPERATOR.paid(formatFull(paid_until))
                return (
                  <li key={id} className={styles.row}>
                    <div className={styles.facts}>
                      <p className={styles.name}>
                        <span id={`business-${id}`}>{name}</span>
                        {isUnpaid && <Chip tone="warning">{OPERATOR.unpaid}</Chip>}
                      </p>
                      <p className="t-small t-muted">{[network, paid].filter(Boolean).join(' · ')}</p>
                      <p className="t-small t-muted">
                        {OPERATOR.people(business.people, business.people_max)} ·{' '}
                        {OPERATOR.restaurants(business.restaurants, business.restaurants_max)}
                      </p>
                    </div>
                    <div className={styles.actions}>
                      {(['terms', 'read'] as const).map((what) => (
                        <Button
                          key={what}
                          size="s"
                          variant="secondary"
                          aria-describedby={`business-${id}`}
                          onClick={() => setOpen({ what, business })}
                        >
                          {OPERATOR[what]}
                        </Button>
                      ))}
                    </div>
                  </li>
                )
              })}
          </ul>
        )}
      </QueryView>
      <MoreButton of={businesses}>{BUSINESS.more}</MoreButton>
      {open?.what === 'terms' && <TermsDialog business={open.business} onClose={close} />}
      {open?.what === 'read' && <ReadTicketDialog business={open.business} onClose={close} />}
    </AdminPage>
  )
}
