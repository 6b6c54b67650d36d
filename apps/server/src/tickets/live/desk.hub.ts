import { DESK_EVENTS } from '@podmoga/contract/desk/events'
import type { Deps } from '../../deps.ts'
import type { DeskMember } from '../../http/principals.ts'
import { makeHub } from '../../live/hub.ts'
import type { Listener } from '../../live/live-stream.ts'
import type { OpenStreams } from '../../live/topic.ts'
import { makeDeskCounts } from '../desk/counts.ts'
import { itemAnswer } from '../desk/queue.answers.ts'
import { findItemRows } from '../desk/queue.sql.ts'
import { findNoteRows } from '../notes/notes.sql.ts'
import { type DeskEventRow, lastDeskEvents, listDeskEvents } from './desk.sql.ts'
import { type DeskNews, deskNewsOf } from './desk-news.sql.ts'
import { DESK_CHANNEL, findMessageRows } from './events.sql.ts'
import { deskEvent } from './kinds.ts'

interface Subscriber extends Listener<DeskMember> {
  /** The id of the last event sent, for each business of the agent. */
  seen: Map<string, bigint>
}

const BATCH = 200

/** Format of an event id: the last event sent, for each business. */
export const DESK_EVENT_ID = /^[0-9]{1,18}:[0-9]{1,18}(?:,[0-9]{1,18}:[0-9]{1,18}){0,99}$/

const idOf = (seen: ReadonlyMap<string, bigint>): string =>
  [...seen].map(([business_id, id]) => `${business_id}:${id}`).join(',')

const seenOf = (id: string | null): Map<string, bigint> =>
  new Map(
    (id ?? '')
      .split(',')
      .filter(Boolean)
      .map((part) => part.split(':') as [string, string])
      .map(([business_id, seen]) => [business_id, BigInt(seen)]),
  )

/** Where a new stream begins: at the ids its reader sent, or at the newest event of each business. */
const startOf = (
  last: ReadonlyMap<string, bigint>,
  business_ids: readonly string[],
  after: string | null,
): Map<string, bigint> => {
  const wanted = seenOf(after)
  return new Map(
    business_ids.toSorted().map((business_id) => {
      const newest = last.get(business_id) ?? 0n
      const position = wanted.get(business_id) ?? newest
      // An id beyond the newest comes from another database: begin at the newest.
      return [business_id, position > newest ? newest : position]
    }),
  )
}

/** Rows by their ids; no query without ids. */
const rowsOf = async <R extends { id: string }>(
  ids: readonly (string | null)[],
  find: (ids: readonly string[]) => Promise<readonly R[]>,
): Promise<Map<string, R>> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const rows = wanted.length === 0 ? [] : await find(wanted)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Reads the rows that these events refer to; returns a function that builds an event for one reader, null if there is nothing
 * to send.
 */
const loadEvents = async ({ sql, links }: Deps, events: readonly DeskEventRow[]) => {
  // In parallel, and only what these events refer to: readers wait for the slowest query, not for the sum.
  const [messages, notes, items] = await Promise.all([
    rowsOf(
      events.map(({ message_id }) => message_id),
      (ids) => findMessageRows(sql, ids),
    ),
    rowsOf(
      events.map(({ note_id }) => note_id),
      (ids) => findNoteRows(sql, ids),
    ),
    rowsOf(
      events.map(({ ticket_id }) => ticket_id),
      async (ids) => (await findItemRows(sql, ids)).map(itemAnswer),
    ),
  ])
  return (who: DeskMember, event: DeskEventRow) => {
    const item = items.get(event.ticket_id)
    if (item === undefined) return null
    const message = messages.get(event.message_id ?? '')
    const note = notes.get(event.note_id ?? '')
    return deskEvent({ links, who, event, message, note, item })
  }
}

/**
 * Delivers committed events to the desks of their businesses, those of one business in order, each exactly once; and unstored
 * events at once.
 */
export const makeDeskHub = (deps: Deps, onNewEvents: (business_id: string) => void) => {
  const { sql } = deps
  const serverHandlers: ((news: unknown) => void)[] = []
  const counts = makeDeskCounts(deps)

  const runBatch = async (business_id: string, subscribers: readonly Subscriber[]): Promise<boolean> => {
    const seenBy = (subscriber: Subscriber): bigint => subscriber.seen.get(business_id) ?? 0n
    const after = subscribers.map(seenBy).reduce((one, other) => (one < other ? one : other))
    const events = await listDeskEvents(sql, { business_id, after: String(after), limit: BATCH })
    if (events.length === 0) return false
    const eventFor = await loadEvents(deps, events)
    for (const subscriber of subscribers)
      for (const event of events) {
        if (BigInt(event.id) <= seenBy(subscriber)) continue
        subscriber.seen.set(business_id, BigInt(event.id))
        const made = eventFor(subscriber.who, event)
        if (made !== null) subscriber.stream.send({ ...made, id: idOf(subscriber.seen) })
      }
    counts.sendSoon(subscribers)
    return events.length === BATCH
  }

  const sendNow = ({ business_id, name, data }: DeskNews): void => {
    for (const { stream } of hub.subscribersOf(business_id)) stream.send({ name, data })
  }
  const hub = makeHub<DeskMember, Subscriber>(deps, {
    channel: DESK_CHANNEL,
    caller: 'desk events',
    groupsOf: ({ seen }) => seen.keys(),
    runBatch,
    onMessage: (payload) => {
      const news = deskNewsOf(payload)
      if (news === null) for (const handle of serverHandlers) handle(payload)
      // A newer server may publish events unknown to this one.
      else if (Object.hasOwn(DESK_EVENTS, news.name)) sendNow(news)
    },
    onNewEvents,
  })

  return {
    start: hub.start,
    stop: hub.stop,
    sendToOpen: ((business_id, name, data) =>
      sendNow({ business_id, name, data })) satisfies OpenStreams['sendToDesk'],
    onServerMessage: (handle: (news: unknown) => void): void => void serverHandlers.push(handle),

    /** Adds a stream; `after` is the id of the last event its reader received, null for a first visit. */
    join: (listener: Listener<DeskMember>, after: string | null): Promise<void> => {
      const { business_ids } = listener.who
      return hub.join(
        listener,
        async () => {
          const seen = startOf(await lastDeskEvents(sql, business_ids), business_ids, after)
          return { ...listener, seen }
        },
        // The first event carries the id to resume from.
        async ({ who, stream, seen }) => {
          const data = await counts.countFor(who)
          stream.send({ name: 'counts', data, ...(seen.size === 0 ? {} : { id: idOf(seen) }) })
        },
      )
    },
  }
}
