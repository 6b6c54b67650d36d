import type { TransactionSql } from '@podmoga/sql/sql'
import { TOUCHES } from './touches.sql.ts'

/** An update whose push notices are not all sent, with the next batch of recipients. */
export interface PushBatch {
  id: string
  business_id: string
  incident_id: string
  kind: 'update' | 'end'
  title: string
  text: string
  people: { person_id: string; restaurant_id: string; is_mine: boolean }[]
}

/**
 * Takes the next recipients of the oldest unsent update of a business, the next one after `after` in turn: people with a push subscription, a membership in an open restaurant
 * that the incident affects, and no quiet hours now. A restaurant where the person tapped «И у нас» is preferred.
 * Returns null if there is nothing to send, or another server holds the update.
 */
export const takePush = async (
  tx: TransactionSql,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<PushBatch | null> => {
  const [update] = await tx<(Omit<PushBatch, 'people'> & { told_to: string; at: Date; by: string })[]>`
    select u.id, u.incident_id, u.kind, i.title, u.text, u.told_to, u.at, i.business_id, u.person_id as by
    from incident_updates u join incidents i on i.id = u.incident_id
    where u.told_to is not null
      and not exists (select from incident_updates o join incidents j on j.id = o.incident_id
        where o.told_to is not null and o.id < u.id and j.business_id = i.business_id)
    order by i.business_id <= ${after}, i.business_id limit 1 for update of u skip locked`
  if (update === undefined) return null
  const { told_to, at, by, ...batch } = update
  const people = await tx<{ person_id: string; restaurant_id: string; is_mine: boolean; rings: boolean }[]>`
    select s.person_id, place.restaurant_id, place.is_mine, place.rings from (
      select distinct d.person_id from push_subscriptions d join people p on p.id = d.person_id
      where p.business_id = ${batch.business_id} and p.disabled_at is null and d.person_id > ${told_to}
        and d.created_at <= ${at}
      order by 1 limit ${limit}
    ) s left join lateral (
      select m.restaurant_id, t.person_id is not null as is_mine, m.person_id <> ${by} and not coalesce(
        case when c.quiet_from <= c.quiet_to then clock.minute >= c.quiet_from and clock.minute < c.quiet_to
          else clock.minute >= c.quiet_from or clock.minute < c.quiet_to end, false) as rings
      from memberships m join restaurants r on r.id = m.restaurant_id and r.archived_at is null
      join incidents i on i.id = ${batch.incident_id}
      left join incident_taps t on t.incident_id = i.id and t.restaurant_id = m.restaurant_id
        and t.person_id = m.person_id
      left join notice_choices c on c.person_id = m.person_id and c.restaurant_id = m.restaurant_id
      cross join lateral (select (extract(hour from ${now}::timestamptz at time zone r.timezone) * 60
        + extract(minute from ${now}::timestamptz at time zone r.timezone))::int as minute) clock
      where m.person_id = s.person_id and ${TOUCHES(tx, tx`m.restaurant_id`)}
      order by t.person_id is null, m.restaurant_id limit 1
    ) place on true order by s.person_id`
  const last = people.at(-1)?.person_id
  await tx`
    update incident_updates set told_to = ${people.length < limit ? null : (last ?? null)} where id = ${batch.id}`
  return { ...batch, people: people.filter(({ rings }) => rings) }
}
