import type { Call } from '@podmoga/contract/client'
import { getTicketDevice, listDeviceTickets } from '@podmoga/contract/desk/devices'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MoreButton } from '../../lib/more-button.tsx'
import { useNow } from '../../lib/use-now.ts'
import { type QueueView, ticketPath } from '../queue/queue-view.ts'
import { TICKETS } from '../tickets.texts.ts'
import { DEVICE } from './device.texts.ts'
import styles from './side.module.css'

const FRESH_MS = 60_000

const deviceQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: ['desk', 'device of', ticketId],
    queryFn: ({ signal }) => call(getTicketDevice, { params: { ticketId } }, { signal }),
    staleTime: FRESH_MS,
  })

const historyQuery = (call: Call, deviceId: string) =>
  infiniteQueryOptions({
    queryKey: ['desk', 'device history', deviceId],
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam === '' ? {} : { after: pageParam }
      return call(listDeviceTickets, { params: { deviceId }, query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: FRESH_MS,
  })

interface DevicePartProps {
  call: Call
  ticket: DeskTicket
  view: QueueView
  onLeave?: (() => void) | undefined
}

/** Other tickets about the device, paginated. */
function History({ deviceId, call, ticket, view, onLeave }: DevicePartProps & { deviceId: string }) {
  const history = useInfiniteQuery(historyQuery(call, deviceId))
  const now = useNow()
  if (history.data === undefined)
    return history.isError ? <p className={styles.small}>{DEVICE.history_failed}</p> : null
  const others = history.data.pages.flatMap(({ results }) => results).filter(({ id }) => id !== ticket.id)
  if (others.length === 0) return <p className={styles.small}>{DEVICE.only}</p>
  return (
    <>
      <h3 className={styles.title}>{DEVICE.history}</h3>
      <ul className={styles.lines}>
        {others.map(({ id, number, status, created_at, last_message }) => (
          <li key={id} className={styles.line}>
            <Link href={ticketPath(id, view)} {...(onLeave && { onClick: onLeave })}>
              №{number}
            </Link>
            <p className={styles.small}>
              {TICKETS.state(status)}, {formatStamp(created_at, now)}
            </p>
            <p className={styles.clamp}>{last_message}</p>
          </li>
        ))}
      </ul>
      <MoreButton of={history} size="s">
        {DEVICE.more}
      </MoreButton>
    </>
  )
}

/** The ticket's device with its history and devices of the same model; renders nothing without a device. */
export function DevicePart(props: DevicePartProps) {
  const { call, ticket } = props
  const { data, isError } = useQuery(deviceQuery(call, ticket.id))
  const titled = `device-of-${ticket.id}`
  if (data === undefined || data.device === null)
    return isError ? <p className={styles.small}>{DEVICE.failed}</p> : null
  const { device, alike } = data
  const facts = [
    device.kind_name,
    device.model,
    device.serial && DEVICE.serial(device.serial),
    device.restaurant.name,
    device.place,
    device.archived_at !== null && DEVICE.archived,
  ]
  return (
    <section className={styles.part} aria-labelledby={titled}>
      <h2 id={titled} className={styles.title}>
        {DEVICE.title}
      </h2>
      {device.photo !== null && <img src={device.photo} alt="" width={96} height={96} />}
      <div>
        <p>{device.name}</p>
        <p className={styles.small}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <History deviceId={device.id} {...props} />
      {alike.length > 0 && (
        <>
          <h3 className={styles.title}>{DEVICE.alike}</h3>
          <ul className={styles.lines}>
            {alike.map(({ id, name, place, restaurant_name, recent }) => (
              <li key={id} className={styles.line}>
                {name}
                <p className={styles.small}>
                  {[restaurant_name, place, DEVICE.recent(recent)].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
