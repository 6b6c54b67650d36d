import { quoted } from '@podmoga/contract/fields/quoted'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatFull } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { QueryView } from '@podmoga/web/query-view'
import { useSearchParams } from '@podmoga/web/router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import { TicketLink } from '../../lib/ticket-link.tsx'
import { ServicePage } from '../service-page.tsx'
import { behindQuery } from './figures.api.ts'
import styles from './figures.module.css'
import { whoseFigures } from './figures.rules.ts'
import { FIGURES, WHAT } from './figures.texts.ts'

const NAMES = [
  'from',
  'to',
  'what',
  'restaurant',
  'category',
  'topic',
  'hour',
  'agent',
  'group',
  'kind',
  'model',
] as const

/** The tickets behind a figure, with the comments of their ratings. */
export function BehindPage() {
  const { call, me } = useScope()
  const [params] = useSearchParams()
  const asked = Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ''])) as Record<
    (typeof NAMES)[number],
    string
  >
  const { is_own, whose } = whoseFigures(me.roles, params.get('whose') ?? '')
  const query = useInfiniteQuery(behindQuery(call, is_own, asked))
  const title = FIGURES.tickets(Object.entries(WHAT).find(([key]) => key === asked.what)?.[1] ?? '')
  return (
    <ServicePage
      title={title}
      before={<Link href={`/service${whose && `?whose=${whose}`}`}>{FIGURES.back}</Link>}
      isWide
    >
      <QueryView query={query} failed={FIGURES.failed}>
        {({ pages }) => {
          const rows = pages.flatMap(({ results }) => results)
          if (rows.length === 0) return <EmptyState text={FIGURES.no_tickets} />
          return (
            <ul className={styles.list}>
              {rows.map(({ id, ticket, number, restaurant, restaurant_id, at, minutes, agent, word }) => (
                <li key={id}>
                  <TicketLink id={ticket} restaurant_id={restaurant_id}>
                    {FIGURES.ticket(number)}
                  </TicketLink>
                  <p className="t-small t-muted">
                    {[restaurant, formatFull(at), agent, minutes === null ? null : FIGURES.minutes(minutes)]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {word !== null && <p>{quoted(word)}</p>}
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
      <MoreButton of={query}>{FIGURES.more}</MoreButton>
    </ServicePage>
  )
}
