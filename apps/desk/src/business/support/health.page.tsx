import { getRestaurantHealth } from '@podmoga/contract/desk/health'
import type { Answer } from '@podmoga/contract/endpoint'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Select } from '@podmoga/ui/select/select'
import { useSearchParams } from '@podmoga/web/router'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { dayText } from '../../lib/day-text.ts'
import { useScope } from '../../lib/scope.tsx'
import { TicketLink } from '../../lib/ticket-link.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT, restaurantsQuery } from '../business.api.ts'
import shared from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import styles from './health.module.css'
import { HEALTH } from './health.texts.ts'

type Health = Answer<typeof getRestaurantHealth>

const healthQuery = (call: ReturnType<typeof useScope>['call'], restaurantId: string) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'health', restaurantId],
    queryFn: ({ signal }) => call(getRestaurantHealth, { params: { restaurantId } }, { signal }),
    enabled: restaurantId !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface Line {
  key: string
  name: ReactNode
  more: string
}

function Lines({ lines, empty }: { lines: readonly Line[]; empty: string }) {
  if (lines.length === 0) return <p className="t-muted">{empty}</p>
  return (
    <ul className={shared.list}>
      {lines.map(({ key, name, more }) => (
        <li key={key} className={shared.row}>
          <div className={shared.facts}>
            <p className={shared.name}>{name}</p>
            <p className="t-small t-muted">{more}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Weeks({ weeks, usual }: Pick<Health, 'weeks' | 'usual'>) {
  const most = Math.max(1, ...weeks.map(({ tickets }) => tickets))
  const last = weeks.at(-2)
  return (
    <Part title={HEALTH.weeks}>
      <p>{usual === null || last === undefined ? HEALTH.young : HEALTH.last(last.tickets, usual)}</p>
      <table className={styles.weeks}>
        <thead>
          <tr>
            <th scope="col">{HEALTH.week}</th>
            <th scope="col">{HEALTH.tickets}</th>
            <td className={styles.bar} />
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ begins, tickets }, at) => (
            <tr key={begins}>
              <th scope="row">{dayText(begins)}</th>
              <td>
                {tickets}
                {at === weeks.length - 1 && ` (${HEALTH.so_far})`}
              </td>
              <td className={styles.bar}>
                <span style={{ width: `${(tickets / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}

function Shown({
  health: { weeks, usual, repeats, unread, absent },
  restaurant_id,
}: {
  health: Health
  /** Undefined while another restaurant's data is still shown. */
  restaurant_id: string | undefined
}) {
  return (
    <div className={styles.parts}>
      <Weeks weeks={weeks} usual={usual} />
      <Part title={HEALTH.repeats}>
        {repeats.length > 0 && <p className="t-muted">{HEALTH.repeats_hint}</p>}
        <Lines
          empty={HEALTH.no_repeats}
          lines={repeats.map(({ about, tickets, before }) => ({
            key: about,
            name: about,
            more: HEALTH.times(tickets, before),
          }))}
        />
      </Part>
      <Part title={HEALTH.unread}>
        {unread.total > 0 && <p className="t-muted">{HEALTH.unread_total(unread.total)}</p>}
        <Lines
          empty={HEALTH.no_unread}
          lines={unread.oldest.map(({ id, number, author, answered_at }) => ({
            key: String(number),
            name: (
              <TicketLink id={id} restaurant_id={restaurant_id}>
                {HEALTH.ticket(number)}
              </TicketLink>
            ),
            more: `${author} · ${formatStamp(answered_at)}`,
          }))}
        />
      </Part>
      <Part title={HEALTH.absent}>
        {absent.total > 0 && <p className="t-muted">{HEALTH.absent_total(absent.total)}</p>}
        <Lines
          empty={HEALTH.no_absent}
          lines={absent.first.map(({ name, is_invited }, at) => ({
            key: `${at} ${name}`,
            name,
            more: is_invited ? HEALTH.invited : HEALTH.never,
          }))}
        />
      </Part>
    </div>
  )
}

/** «Как дела»: state of one restaurant for its manager; the restaurant is in the URL. */
export function HealthPage() {
  const { call } = useScope()
  const [search, setSearch] = useSearchParams()
  const restaurants = useQuery(restaurantsQuery(call))
  const open = (restaurants.data?.restaurants ?? []).filter(({ archived_at }) => archived_at === null)
  const asked = search.get('restaurant')
  const chosen = open.find(({ id }) => id === asked)?.id ?? open[0]?.id ?? ''
  const health = useQuery(healthQuery(call, chosen))
  return (
    <AdminPage title={BUSINESS.health}>
      <QueryView query={restaurants}>
        {() =>
          open.length === 0 ? (
            <EmptyState text={HEALTH.none} />
          ) : (
            <div className={styles.parts}>
              <div className={shared.filters}>
                <Select
                  label={HEALTH.restaurant}
                  options={open.map(({ id, name }) => ({ key: id, name }))}
                  value={chosen}
                  onChange={({ target }) => setSearch({ restaurant: target.value }, { replace: true })}
                />
              </div>
              <QueryView query={health}>
                {(data) => (
                  <Shown health={data} restaurant_id={health.isPlaceholderData ? undefined : chosen} />
                )}
              </QueryView>
            </div>
          )
        }
      </QueryView>
    </AdminPage>
  )
}
