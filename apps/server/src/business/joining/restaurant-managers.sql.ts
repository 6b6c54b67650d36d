import type { Db } from '@podmoga/sql/sql'

/** A manager of a restaurant. */
export interface RestaurantManager {
  person_id: string
  /** A verified address, if the manager has enabled letters. */
  email: string | null
  /** Whether the manager's quiet hours apply now, in the restaurant's time zone. */
  is_quiet: boolean
}

/** The managers of a restaurant who are not disabled. */
export const listRestaurantManagers = (
  db: Db,
  { restaurant_id, now }: { restaurant_id: string; now: Date },
): Promise<RestaurantManager[]> => db<RestaurantManager[]>`
  select p.id as person_id,
    case when c.by_mail_since is not null and p.email_verified_at is not null then p.email end as email,
    coalesce(case when c.quiet_from < c.quiet_to then d.minute >= c.quiet_from and d.minute < c.quiet_to
      when c.quiet_from > c.quiet_to then d.minute >= c.quiet_from or d.minute < c.quiet_to end, false) as is_quiet
  from memberships m
  join people p on p.id = m.person_id and p.disabled_at is null
  join restaurants r on r.id = m.restaurant_id
  cross join lateral (select extract(hour from ${now}::timestamptz at time zone r.timezone) * 60
    + extract(minute from ${now}::timestamptz at time zone r.timezone) as minute) d
  left join notice_choices c on c.person_id = p.id and c.restaurant_id = r.id
  where m.restaurant_id = ${restaurant_id} and m.role = 'manager'
  order by p.id`
