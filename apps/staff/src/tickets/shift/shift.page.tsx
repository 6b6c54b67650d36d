import { Avatar } from '@podmoga/ui/avatar/avatar'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { FieldError } from '@podmoga/ui/field/field'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { isRefusal } from '@podmoga/web/explain'
import { QueryError } from '@podmoga/web/query-error'
import { useQuery } from '@tanstack/react-query'
import page from '../../lib/page.module.css'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { HandoverCard } from './handover-card.tsx'
import { HandoverForm } from './handover-form.tsx'
import { shiftQuery } from './shift.api.ts'
import styles from './shift.module.css'
import { SHIFT } from './shift.texts.ts'
import { useShift } from './use-shift.ts'

/** «Смена»: who is on shift, handovers, and handing over. */
export function ShiftPage() {
  const scope = useScope()
  const query = useQuery(shiftQuery(scope))
  const { data: shift } = query
  const { busy, problem, turn, accept, refresh } = useShift()
  const body = isRefusal(query.error, 'not_found') ? (
    <EmptyState text={SHIFT.unknown} />
  ) : query.isError && shift === undefined ? (
    <QueryError of={query} text={SHIFT.loading_failed} />
  ) : query.isPaused && shift === undefined ? (
    <div className={styles.cards}>
      <EmptyState text={SHIFT.no_network} />
      <HandoverForm onDone={() => void refresh()} />
    </div>
  ) : (
    <Loading isLoading={query.isPending} skeleton={<Skeleton shape="box" height={320} />}>
      {shift !== undefined && (
        <div className={styles.cards}>
          <Card as="section" aria-labelledby="on-shift" className={styles.card}>
            <h2 id="on-shift" className="t-h3">
              {SHIFT.on_shift}
            </h2>
            {shift.people.length === 0 && <p className="t-muted">{SHIFT.nobody}</p>}
            <ul className={styles.people}>
              {shift.people.map(({ id, name, image, since }) => (
                <li key={id} className={styles.person}>
                  <Avatar name={name} image={image} />
                  <span className={styles.name}>{name}</span>
                  <span className="t-small t-muted">{SHIFT.since(formatStamp(since))}</span>
                </li>
              ))}
            </ul>
            {problem !== null && (
              <div role="alert">
                <FieldError>{problem}</FieldError>
              </div>
            )}
            <Button
              className={styles.do}
              variant="secondary"
              isPending={busy === 'turn'}
              onClick={() => void turn(!shift.is_on)}
            >
              {shift.is_on ? SHIFT.end : SHIFT.begin}
            </Button>
          </Card>
          {shift.handovers.length > 0 && (
            <section aria-labelledby="waiting" className={styles.cards}>
              <h2 id="waiting" className="t-h3">
                {SHIFT.waiting}
              </h2>
              {shift.handovers.map((handover) => (
                <HandoverCard
                  key={handover.id}
                  handover={handover}
                  isPending={busy === handover.id}
                  onAccept={() => void accept(handover.id)}
                />
              ))}
            </section>
          )}
          <HandoverForm onDone={() => void refresh()} />
        </div>
      )}
    </Loading>
  )
  return (
    <div className={page.page}>
      <BackLink href={paths.home(scope.restaurantId)}>{SHIFT.back}</BackLink>
      <PageHeading title={SHIFT.title}>{SHIFT.title}</PageHeading>
      {body}
    </div>
  )
}
