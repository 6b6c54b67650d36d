import { EVENTS } from '@podmoga/contract/events'
import type { Deps } from '../../deps.ts'
import type { Staff } from '../../http/principals.ts'
import { makeHub } from '../../live/hub.ts'
import type { Listener } from '../../live/live-stream.ts'
import type { OpenStreams } from '../../live/topic.ts'
import { countUnreadOf, type MessageRow } from '../tickets.sql.ts'
import {
  CHANNEL,
  type EventRow,
  findMessageRows,
  forgetEvents,
  lastEventId,
  listEvents,
} from './events.sql.ts'
import { toldToStaff } from './kinds.ts'
import { restaurantNewsOf } from './restaurant-news.sql.ts'

interface Subscriber extends Listener<Staff> {
  /** The id of the last event told. */
  seen: bigint
}

const BATCH = 200
const KEPT_MS = 24 * 60 * 60_000

/** Carries committed events to the streams of their restaurant, in order, each exactly once. */
export const makeLiveHub = (deps: Deps) => {
  const { sql, links, clock } = deps

  /** Tells each of these seats of one restaurant its count, with one question for all of them. */
  const tellUnread = async (restaurant_id: string, subscribers: readonly Subscriber[]): Promise<void> => {
    if (subscribers.length === 0) return
    const person_ids = [...new Set(subscribers.map(({ who }) => who.person_id))]
    const counts = await countUnreadOf(sql, { restaurant_id, person_ids })
    for (const { who, stream, seen } of subscribers)
      stream.send({ name: 'unread', data: { unread: counts.get(who.person_id) ?? 0 }, id: String(seen) })
  }

  const tell = (subscriber: Subscriber, event: EventRow, messages: Map<string, MessageRow>): void => {
    const message = event.message_id === null ? undefined : messages.get(event.message_id)
    const told = toldToStaff({ links, who: subscriber.who, event, message })
    if (told !== null) subscriber.stream.send({ ...told, id: event.id })
    subscriber.seen = BigInt(event.id)
  }

  const tellBatch = async (restaurant_id: string, subscribers: readonly Subscriber[]): Promise<boolean> => {
    const [after = 0n] = subscribers.map(({ seen }) => seen).toSorted((one, other) => Number(one - other))
    const events = await listEvents(sql, { restaurant_id, after: String(after), limit: BATCH })
    if (events.length === 0) return false
    const ids = events.flatMap(({ message_id }) => (message_id === null ? [] : [message_id]))
    const messages = new Map((await findMessageRows(sql, ids)).map((row) => [row.id, row]))
    const told = subscribers.filter((subscriber) => {
      const unseen = events.filter(({ id }) => BigInt(id) > subscriber.seen)
      for (const event of unseen) tell(subscriber, event, messages)
      return unseen.length > 0
    })
    await tellUnread(restaurant_id, told)
    return events.length === BATCH
  }

  const hub = makeHub<Staff, Subscriber>(deps, {
    channel: CHANNEL,
    caller: 'live events',
    groupsOf: ({ who }) => [who.restaurant_id],
    tellBatch,
    hear: (payload) => {
      const news = restaurantNewsOf(payload)
      // What a newer server tells may be unknown to this one.
      if (news === null || !Object.hasOwn(EVENTS, news.name)) return
      for (const { stream } of hub.subscribersOf(news.restaurant_id))
        stream.send({ name: news.name, data: news.data })
    },
  })

  const tellOpen: OpenStreams['tellStaff'] = (business_id, name, data) => {
    for (const { who, stream } of hub.subscribers())
      if (who.business_id === business_id) stream.send({ name, data })
  }

  return {
    start: hub.start,
    stop: hub.stop,
    tellOpen,

    /** Adds a stream; `after` is the last event its reader has seen, null for a first visit. */
    join: (listener: Listener<Staff>, after: string | null): Promise<void> => {
      const { restaurant_id } = listener.who
      return hub.join(
        listener,
        async () => {
          const last = BigInt(await lastEventId(sql, restaurant_id))
          const wanted = after === null ? last : BigInt(after)
          // An id from the future is another database's: nothing can be counted from it.
          return { ...listener, seen: wanted > last ? last : wanted }
        },
        (subscriber) => tellUnread(restaurant_id, [subscriber]),
      )
    },

    sweep: () => forgetEvents(sql, new Date(clock.now().getTime() - KEPT_MS)),
  }
}
