import { getDevice, type ScannedDevice } from '@podmoga/contract/devices'
import { ButtonLink } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { isRefusal } from '@podmoga/web/explain'
import { QueryView } from '@podmoga/web/query-view'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useParams } from 'react-router'
import page from '../../lib/page.module.css'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { type Scope, useScope } from '../../lib/scope.tsx'
import { AboutContext } from '../new-ticket/about.tsx'
import { TICKETS } from '../tickets.texts.ts'
import styles from './device.module.css'
import { DEVICE } from './device.texts.ts'

const deviceQuery = ({ restaurantId, call }: Scope, code: string) =>
  queryOptions({
    queryKey: ['device', restaurantId, 'scanned', code],
    queryFn: ({ signal }) => call(getDevice, { params: { code } }, { signal }),
    // A repeated scan often follows a new ticket, so the answer is always refetched.
    staleTime: 0,
  })

/** The device, what may help at once, and its earlier faults. */
function DeviceIntro({ device }: { device: ScannedDevice }) {
  const { restaurantId } = useScope()
  const { name, kind_name, model, serial, place, photo, restaurant, materials, tickets } = device
  const facts = [kind_name, model, serial && DEVICE.serial(serial)].filter(Boolean).join(' · ')
  return (
    <>
      <Card as="section" aria-label={DEVICE.about} className={styles.card}>
        {photo !== null && <img className={styles.photo} src={photo} alt="" width={72} height={72} />}
        <div className={styles.facts}>
          <h2 className="t-h3">{name}</h2>
          <p className="t-small t-muted">{facts}</p>
          <p className="t-small t-muted">{[restaurant.name, place].filter(Boolean).join(' · ')}</p>
        </div>
      </Card>
      {materials.length > 0 && (
        <section aria-labelledby="device-articles" className={styles.part}>
          <h2 id="device-articles" className="t-h3">
            {DEVICE.articles}
          </h2>
          <ul className={styles.lines}>
            {materials.map(({ id, section, title }) => (
              <li key={id}>
                <Link href={paths.material(restaurantId, section, id)}>{title}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {tickets.length > 0 && (
        <section aria-labelledby="device-faults" className={styles.part}>
          <h2 id="device-faults" className="t-h3">
            {DEVICE.faults}
          </h2>
          <ul className={styles.lines}>
            {tickets.map(({ id, number, status, created_at, last_message }) => (
              <li key={id}>
                <Link href={paths.ticket(restaurantId, id)}>№{number}</Link>{' '}
                <span className="t-small t-muted">
                  {status === 'processed' ? TICKETS.processed : TICKETS.awaiting}, {formatStamp(created_at)}
                </span>
                <p className={`${styles.words} t-small`}>{last_message}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={styles.part}>{materials.length > 0 ? DEVICE.write : DEVICE.write_plain}</p>
    </>
  )
}

/** Unknown sticker: a ticket can be written all the same. */
function Missing() {
  const { restaurantId } = useScope()
  return (
    <div className={page.page}>
      <div className={styles.missing}>
        <PageHeading title={DEVICE.missing_title}>{DEVICE.missing_title}</PageHeading>
        <p>{DEVICE.missing}</p>
        <ButtonLink href={paths.newTicket(restaurantId)}>{DEVICE.new_ticket}</ButtonLink>
      </div>
    </div>
  )
}

function DeviceForm({ code, device, form }: { code: string; device: ScannedDevice; form: ReactNode }) {
  const { category, topic } = device
  const about = useMemo(
    () => ({ fields: { device: code, category, topic }, intro: <DeviceIntro device={device} /> }),
    [code, category, topic, device],
  )
  return (
    <AboutContext value={about} key={code}>
      {form}
    </AboutContext>
  )
}

/** The page opened by a sticker: information about the device, and a new ticket for it. */
export function DevicePage({ form }: { form: ReactNode }) {
  const { code = '' } = useParams()
  const query = useQuery(deviceQuery(useScope(), code))
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'bad_request')) return <Missing />
  if (query.data !== undefined) return <DeviceForm code={code} device={query.data} form={form} />
  return (
    <div className={page.page}>
      <QueryView query={query} failed={DEVICE.failed}>
        {() => null}
      </QueryView>
    </div>
  )
}
