import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { Link } from '@podmoga/ui/lib/navigation'
import { BackLink } from '@podmoga/ui/link/back-link'
import { QueryView } from '@podmoga/web/query-view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useTitle } from '../../lib/use-title.ts'
import { type QueueView, queuePath } from '../queue/queue-view.ts'
import { TicketLine } from '../queue/ticket-line.tsx'
import styles from '../side/side.module.css'
import { TICKETS } from '../tickets.texts.ts'
import { NotePart } from './note-part.tsx'
import { Part } from './part.tsx'
import { PeoplePart } from './people-part.tsx'
import { cardQuery, openTicketsQuery, type RestaurantCard } from './restaurant.api.ts'
import page from './restaurant.module.css'
import { RESTAURANT } from './restaurant.texts.ts'

/** Devices shown before "show more". */
const FIRST_DEVICES = 8

/** Local time of a restaurant, and its day of the week (0 is Monday). */
const clockOf = (timeZone: string, now: number): { time: string; day: number } => {
  const time = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone }).format(now)
  const here = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone }).format(now)
  return { time, day: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(here) }
}

function Facts({ card }: { card: RestaurantCard }) {
  const { time, day } = clockOf(card.timezone, useNow())
  const today = card.hours?.[day]
  const hours =
    today === undefined ? RESTAURANT.no_hours : RESTAURANT.today(today === '' ? RESTAURANT.day_off : today)
  return (
    <>
      <h1 tabIndex={-1}>{card.name}</h1>
      {card.archived_at !== null && <Chip tone="neutral">{RESTAURANT.archived}</Chip>}
      <p>
        {RESTAURANT.now(time)}, {hours}
      </p>
      <p className={styles.small}>{[card.city, card.chain, ...card.groups].filter(Boolean).join(' · ')}</p>
    </>
  )
}

function OpenTickets({ restaurantId, view }: { restaurantId: string; view: QueueView }) {
  const open = useQuery(openTicketsQuery(useScope().call, restaurantId))
  return (
    <Part title={RESTAURANT.open_tickets}>
      <QueryView query={open} failed={RESTAURANT.tickets_failed} compact>
        {({ results, total_items }) =>
          results.length === 0 ? (
            <p className={styles.small}>{RESTAURANT.no_open}</p>
          ) : (
            <>
              <ul className={styles.lines}>
                {results.map((one) => (
                  <TicketLine
                    key={one.id}
                    ticket={{ ...one, first_words: one.last_message }}
                    view={view}
                    isHere
                  />
                ))}
              </ul>
              {total_items > results.length && (
                <Link href={queuePath(view)}>{RESTAURANT.all_open(total_items)}</Link>
              )}
            </>
          )
        }
      </QueryView>
    </Part>
  )
}

function Devices({ devices }: Pick<RestaurantCard, 'devices'>) {
  const [areAllShown, showAll] = useState(false)
  const shown = areAllShown ? devices : devices.slice(0, FIRST_DEVICES)
  return (
    <Part title={RESTAURANT.devices}>
      {devices.length === 0 && <p className={styles.small}>{RESTAURANT.no_devices}</p>}
      <ul className={styles.lines}>
        {shown.map(({ id, name, kind_name, model, serial, place, recent }) => (
          <li key={id} className={styles.line}>
            {name}
            <p className={styles.small}>
              {[
                kind_name,
                model,
                serial && RESTAURANT.serial(serial),
                place,
                recent > 0 && RESTAURANT.recent(recent),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {shown.length < devices.length && (
        <Button size="s" variant="secondary" onClick={() => showAll(true)}>
          {RESTAURANT.all_devices(devices.length)}
        </Button>
      )}
    </Part>
  )
}

function Managers({ managers }: Pick<RestaurantCard, 'managers'>) {
  return (
    <Part title={RESTAURANT.managers}>
      {managers.length === 0 && <p className={styles.small}>{RESTAURANT.no_managers}</p>}
      <ul className={styles.lines}>
        {managers.map(({ id, name, phone, email }) => (
          <li key={id} className={styles.line}>
            {name ?? RESTAURANT.nameless}
            <p className={styles.ways}>
              {phone !== null && <a href={`tel:${phone}`}>{phone}</a>}
              {email !== null && <a href={`mailto:${email}`}>{email}</a>}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Week({ hours }: { hours: readonly string[] }) {
  return (
    <Part title={RESTAURANT.hours}>
      <dl className={page.week}>
        {RESTAURANT.days.map((day, at) => (
          <div key={day} style={{ display: 'contents' }}>
            <dt>{day}</dt>
            <dd>{hours[at] === '' ? RESTAURANT.day_off : hours[at]}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Repeats({ repeats }: Pick<RestaurantCard, 'repeats'>) {
  return (
    <Part title={RESTAURANT.repeats}>
      <p className={styles.small}>{repeats.length === 0 ? RESTAURANT.no_repeats : RESTAURANT.repeats_hint}</p>
      <ul className={styles.lines}>
        {repeats.map(({ about, tickets, before }) => (
          <li key={about} className={styles.line}>
            {about}
            <p className={styles.small}>{RESTAURANT.times(tickets, before)}</p>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** A restaurant's page for agents: people, hours, devices, open tickets, recurring problems, the agents' note. */
export function RestaurantPage() {
  const { restaurantId = '' } = useParams()
  const { call } = useScope()
  const card = useQuery(cardQuery(call, restaurantId))
  useTitle(card.data?.name ?? null)
  const view: QueueView = { tab: 'open', number: null, restaurant: [restaurantId] }
  return (
    <div className={page.page}>
      <BackLink href={queuePath(view)}>{TICKETS.back}</BackLink>
      <QueryView query={card} failed={RESTAURANT.failed}>
        {(data) => (
          <>
            <Facts card={data} />
            <div className={page.parts}>
              <div>
                <NotePart key={data.id} card={data} />
                <OpenTickets restaurantId={data.id} view={view} />
                <Repeats repeats={data.repeats} />
              </div>
              <div>
                <Managers managers={data.managers} />
                <PeoplePart restaurantId={data.id} view={view} />
                {data.hours !== null && <Week hours={data.hours} />}
                <Devices devices={data.devices} />
              </div>
            </div>
          </>
        )}
      </QueryView>
    </div>
  )
}
