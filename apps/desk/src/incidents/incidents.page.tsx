import {
  type DeskIncident,
  dismissIncidentProposal,
  type IncidentProposal,
} from '@podmoga/contract/desk/incidents'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { Chip } from '@podmoga/ui/chip/chip'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { QueryView } from '@podmoga/web/query-view'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useKeptFocus } from '../lib/keep-focus.ts'
import { useScope } from '../lib/scope.tsx'
import { useTitle } from '../lib/use-title.ts'
import { IncidentDialog } from './incident-dialog.tsx'
import { INCIDENTS_ROOT, incidentsQuery, proposalsQuery } from './incidents.api.ts'
import styles from './incidents.module.css'
import { INCIDENTS } from './incidents.texts.ts'

/** Time and restaurants of an incident, in one line. */
export const factsOf = ({
  since,
  until,
  everywhere,
  restaurants,
  restaurant_groups = [],
}: DeskIncident): string =>
  [
    until === null
      ? INCIDENTS.since(formatStamp(since))
      : INCIDENTS.until(formatStamp(since), formatStamp(until)),
    ...(everywhere ? [INCIDENTS.everywhere] : []),
    ...(restaurants.length > 0 ? [INCIDENTS.in_restaurants(restaurants.length)] : []),
    ...(restaurant_groups.length > 0 ? [INCIDENTS.in_groups(restaurant_groups)] : []),
  ].join(' · ')

function IncidentLine({ incident }: { incident: DeskIncident }) {
  const { id, title, until, count, count_restaurants, tickets } = incident
  return (
    <Card as="li" className={styles.stack}>
      <h2 className={styles.line}>
        <Link href={`/incidents/${id}`} className={styles.name}>
          {title}
        </Link>
        <Chip tone={until === null ? 'warning' : 'neutral'}>
          {until === null ? INCIDENTS.goes_on : INCIDENTS.over}
        </Chip>
      </h2>
      <p className="t-small t-muted">{factsOf(incident)}</p>
      <p>
        {INCIDENTS.count(count, count_restaurants)} · {INCIDENTS.tickets(tickets)}
      </p>
    </Card>
  )
}

function ProposalLine({ proposal, onTake }: { proposal: IncidentProposal; onTake: () => void }) {
  const { call } = useScope()
  const { run, isPending } = useSubmit({ refreshes: [INCIDENTS_ROOT] })
  const { id, words, tickets } = proposal
  const dismiss = () => run(() => call(dismissIncidentProposal, { params: { proposalId: id } }))
  return (
    <Card as="li" className={styles.stack}>
      <b>{INCIDENTS.proposal(tickets.length, words.join(', '))}</b>
      <ul className={styles.quotes}>
        {tickets.slice(0, 5).map((ticket) => (
          <li key={ticket.id}>
            №{ticket.number} · {ticket.restaurant}: {ticket.text}
          </li>
        ))}
      </ul>
      <div className={styles.line}>
        <Button size="s" onClick={onTake}>
          {INCIDENTS.begin}
        </Button>
        <Button size="s" variant="secondary" isPending={isPending} onClick={() => void dismiss()}>
          {INCIDENTS.dismiss}
        </Button>
      </div>
    </Card>
  )
}

/** «Инциденты»: current and past incidents, and bursts of tickets that may be one. */
export function IncidentsPage() {
  const { call } = useScope()
  const navigate = useNavigate()
  const query = useInfiniteQuery(incidentsQuery(call))
  const proposals = useQuery(proposalsQuery(call)).data ?? []
  const [open, setOpen] = useState<IncidentProposal | 'new' | null>(null)
  useTitle(INCIDENTS.title)
  useKeptFocus()
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <div className={styles.head}>
          <h1 className="t-h1" tabIndex={-1}>
            {INCIDENTS.title}
          </h1>
          <Button icon={<TriangleAlert size={20} aria-hidden />} onClick={() => setOpen('new')}>
            {INCIDENTS.begin}
          </Button>
        </div>
        {proposals.length > 0 && (
          <section aria-label={INCIDENTS.proposals} className={styles.stack}>
            <h2 className="t-h3">{INCIDENTS.proposals}</h2>
            <ul className={styles.stack}>
              {proposals.map((proposal) => (
                <ProposalLine key={proposal.id} proposal={proposal} onTake={() => setOpen(proposal)} />
              ))}
            </ul>
          </section>
        )}
        <QueryView query={query} failed={INCIDENTS.failed}>
          {({ pages }) => {
            const incidents = pages.flatMap(({ results }) => results)
            if (incidents.length === 0) return <EmptyState text={INCIDENTS.empty} />
            return (
              <ul className={styles.stack}>
                {incidents.map((incident) => (
                  <IncidentLine key={incident.id} incident={incident} />
                ))}
              </ul>
            )
          }}
        </QueryView>
        {query.hasNextPage && (
          <Button
            variant="secondary"
            isPending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {INCIDENTS.more}
          </Button>
        )}
      </div>
      {open !== null && (
        <IncidentDialog
          proposal={open === 'new' ? null : open}
          onMade={(id) => void navigate(`/incidents/${id}`)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
