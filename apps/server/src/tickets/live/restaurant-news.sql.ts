import type { EventData, EventName } from '@podmoga/contract/events'
import type { Db } from '@podmoga/sql/sql'
import type { PublishToRestaurants } from '../../ports/domains/open-streams.ts'
import { CHANNEL } from './events.sql.ts'

interface RestaurantNews {
  restaurant_id: string
  name: string
  data: unknown
}

/** What the previous release sends and reads for these two. Remove when no server of it can run beside this one. */
const FORMER = {
  shift: (restaurant_id: string) => ({ restaurant_id, shift: true }),
  typing: (restaurant_id: string, data: object) => ({ restaurant_id, ...data }),
}
const isFormer = (name: string): name is keyof typeof FORMER => Object.hasOwn(FORMER, name)

/**
 * Publishes an unstored event to the open streams of a restaurant, on every server; closed streams miss it. Inside a
 * transaction it is sent at the commit.
 */
export const publishToRestaurant = async <N extends EventName>(
  db: Db,
  restaurant_id: string,
  name: N,
  data: EventData<N>,
): Promise<void> => {
  const former = isFormer(name) ? FORMER[name](restaurant_id, data) : {}
  const news = { ...former, event: { restaurant_id, name, data } satisfies RestaurantNews }
  await db`select pg_notify(${CHANNEL}, ${JSON.stringify(news)})`
}

/** {@link publishToRestaurant} for many at once: the given ones, or all that are open in a business. */
export const publishToRestaurants: PublishToRestaurants = async (db, { business_id, ids }, name, data) => {
  await db`
    select pg_notify(${CHANNEL}, jsonb_build_object('event', jsonb_build_object('restaurant_id', id::text,
      'name', ${name}::text, 'data', ${JSON.stringify(data)}::text::jsonb))::text)
    from restaurants where business_id = ${business_id} and archived_at is null
      ${ids === null ? db`` : db`and id = any(${[...ids]}::bigint[])`}`
}

/** The event that {@link publishToRestaurant} published, on this release or the previous one; null if unknown. */
export const restaurantNewsOf = (payload: unknown): RestaurantNews | null => {
  const news = payload as Partial<{
    event: RestaurantNews
    restaurant_id: string
    shift: true
    ticket_id: string
  }>
  if (news.event !== undefined) return news.event
  const { restaurant_id, ticket_id } = news
  if (restaurant_id === undefined) return null
  if (news.shift === true) return { restaurant_id, name: 'shift', data: {} }
  return ticket_id === undefined ? null : { restaurant_id, name: 'typing', data: { ticket_id } }
}
