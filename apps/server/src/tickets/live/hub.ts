import { EVENTS } from '@podmoga/contract/events'
import { makeGather } from '../../background/gather.ts'
import { askTogether } from '../../db/ask-together.ts'
import type { Deps } from '../../deps.ts'
import type { Staff } from '../../http/principals.ts'
import { eventText } from '../../live/event-stream.ts'
import { makeHub } from '../../live/hub.ts'
import type { Listener } from '../../live/live-stream.ts'
import type { OpenStreams } from '../../live/topic.ts'
import { countUnreadOf, type MessageRow } from '../tickets.sql.ts'
import {
  CHANNEL,
  type EventRow,
  findMessageRows,
  forgetEvents,
  lastEventIds,
  listEvents,
} from './events.sql.ts'
import { mayRaiseUnread, staffEvent, staffView } from './kinds.ts'
import { restaurantNewsOf } from './restaurant-news.sql.ts'

interface Subscriber extends Listener<Staff> {
  /** The id of the last event sent. */
  seen: bigint
  /** The unread count sent last; null: it may have changed. */
  unread: number | null
}

const BATCH = 200
/** Greater than any id. */
const NEVER = 2n ** 63n - 1n
const KEPT_MS = 24 * 60 * 60_000
/** Events within this time share one update of the counts. */
const GATHER_MS = 50

/** Builds what a reader is sent of these events from their position on; readers who get the same share one buffer. */
const makeEncoder = (
  { links }: Deps,
  events: readonly EventRow[],
  messages: ReadonlyMap<string, MessageRow>,
) => {
  const all = events.map((event) => ({
    event,
    id: BigInt(event.id),
    message: event.message_id === null ? undefined : messages.get(event.message_id),
  }))
  const made = new Map<string, Buffer>()
  const make = (who: Staff, from: number): Buffer =>
    Buffer.from(
      all
        .slice(from)
        .map(({ event, message }) => {
          const sent = staffEvent({ links, who, event, message })
          return sent === null ? '' : eventText({ ...sent, id: event.id })
        })
        .join(''),
    )
  return {
    last: all.at(-1)?.id ?? 0n,
    /** null: the reader has received all of them. */
    of: ({ who, seen }: Subscriber): Buffer | null => {
      const from = all.findIndex(({ id }) => id > seen)
      if (from < 0) return null
      const views = all.slice(from).map(({ message }) => staffView(who, message))
      if (views.includes(null)) return make(who, from)
      const key = `${from} ${views.join(' ')}`
      const known = made.get(key) ?? make(who, from)
      made.set(key, known)
      return known
    },
  }
}

/** Sends streams the number of unread messages of support. */
const makeUnread = ({ sql, log }: Deps) => {
  const countsOf = async (subscribers: readonly Subscriber[]): Promise<number[]> => {
    const counts = new Map<string, ReadonlyMap<string, number>>()
    for (const [restaurant_id, group] of Map.groupBy(subscribers, ({ who }) => who.restaurant_id)) {
      const person_ids = [...new Set(group.map(({ who }) => who.person_id))]
      counts.set(restaurant_id, await countUnreadOf(sql, { restaurant_id, person_ids }))
    }
    return subscribers.map(({ who }) => counts.get(who.restaurant_id)?.get(who.person_id) ?? 0)
  }
  const send = (subscriber: Subscriber, unread: number): void => {
    if (subscriber.unread === unread) return
    subscriber.unread = unread
    subscriber.stream.send({ name: 'unread', data: { unread }, id: String(subscriber.seen) })
  }
  const countOf = askTogether(countsOf)
  const sendAll = async (subscribers: readonly Subscriber[]): Promise<void> => {
    const counts = await countsOf(subscribers)
    for (const [at, subscriber] of subscribers.entries()) send(subscriber, counts[at] ?? 0)
  }
  return {
    greet: async (subscriber: Subscriber): Promise<void> => send(subscriber, await countOf(subscriber)),
    sendSoon: makeGather<Subscriber>(GATHER_MS, (subscribers) => {
      sendAll(subscribers.filter(({ stream }) => !stream.closed)).catch((error: unknown) => {
        log.warn({ err: error }, 'the counts of the unread wait for the next event')
      })
    }),
  }
}

/** Delivers committed events to the streams of their restaurant, in order, each exactly once. */
export const makeLiveHub = (deps: Deps) => {
  const { sql, clock } = deps
  const unread = makeUnread(deps)
  const lastOf = askTogether(async (restaurant_ids: readonly string[]) => {
    const all = [...new Set(restaurant_ids)]
    const ids = await lastEventIds(sql, all)
    const last = new Map(all.map((restaurant_id, at) => [restaurant_id, ids[at] ?? '0']))
    return restaurant_ids.map((restaurant_id) => last.get(restaurant_id) ?? '0')
  })

  const runBatch = async (restaurant_id: string, subscribers: readonly Subscriber[]): Promise<boolean> => {
    const after = subscribers.reduce((least, { seen }) => (seen < least ? seen : least), NEVER)
    const events = await listEvents(sql, { restaurant_id, after: String(after), limit: BATCH })
    if (events.length === 0) return false
    const ids = events.flatMap(({ message_id }) => (message_id === null ? [] : [message_id]))
    const messages = new Map((await findMessageRows(sql, ids)).map((row) => [row.id, row]))
    const encoder = makeEncoder(deps, events, messages)
    const raises = events.some((event) => mayRaiseUnread(event, messages.get(event.message_id ?? '')))
    for (const subscriber of subscribers) {
      const bytes = encoder.of(subscriber)
      if (bytes === null) continue
      subscriber.stream.write(bytes)
      subscriber.seen = encoder.last
      if (raises) subscriber.unread = null
      // The count was zero and nothing can have raised it: no query is needed.
      if (subscriber.unread !== 0) unread.sendSoon(subscriber)
    }
    return events.length === BATCH
  }

  const hub = makeHub<Staff, Subscriber>(deps, {
    channel: CHANNEL,
    caller: 'live events',
    groupsOf: ({ who }) => [who.restaurant_id],
    runBatch,
    onMessage: (payload) => {
      const news = restaurantNewsOf(payload)
      // A newer server may publish events unknown to this one.
      if (news === null || !Object.hasOwn(EVENTS, news.name)) return
      const bytes = Buffer.from(eventText({ name: news.name, data: news.data }))
      for (const { stream } of hub.subscribersOf(news.restaurant_id)) stream.write(bytes)
    },
  })

  const sendToOpen: OpenStreams['sendToStaff'] = (business_id, name, data) => {
    const bytes = Buffer.from(eventText({ name, data }))
    for (const { who, stream } of hub.subscribers()) if (who.business_id === business_id) stream.write(bytes)
  }

  return {
    start: hub.start,
    stop: hub.stop,
    sendToOpen,

    /** Adds a stream; `after` is the id of the last event its reader received, null for a first visit. */
    join: (listener: Listener<Staff>, after: string | null): Promise<void> => {
      const { restaurant_id } = listener.who
      return hub.join(
        listener,
        async () => {
          const last = BigInt(await lastOf(restaurant_id))
          const wanted = after === null ? last : BigInt(after)
          // An id beyond the newest comes from another database: begin at the newest.
          return { ...listener, seen: wanted > last ? last : wanted, unread: null }
        },
        unread.greet,
      )
    },

    sweep: () => forgetEvents(sql, new Date(clock.now().getTime() - KEPT_MS)),
  }
}
