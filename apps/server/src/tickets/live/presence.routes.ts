import * as calls from '@podmoga/contract/desk/work'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { OpenStreams } from '../../live/topic.ts'
import type { Clock } from '../../ports/clock.ts'
import { DESK_CHANNEL } from './events.sql.ts'
import { findTicketSite, notifyServers } from './presence.sql.ts'
import { publishToRestaurant } from './restaurant-news.sql.ts'

/** A message between servers about a person at a ticket; not stored, may be lost. */
export interface PresenceNews {
  business_id: string
  ticket_id: string
  person_id: string
  name: string
  doing: 'looking' | 'answering' | 'gone'
}

/** Longer than the pages' heartbeat: a person silent for this long has left. */
const PRESENT_MS = 30_000

type Here = Map<string, { name: string; doing: 'looking' | 'answering'; until: number }>

/** Who is at which ticket, as far as this server knows; `now` is in epoch milliseconds. */
export const makePresence = () => {
  const tickets = new Map<string, { business_id: string; here: Here }>()

  const peopleAt = (ticket_id: string): calls.Present[] =>
    [...(tickets.get(ticket_id)?.here ?? [])].map(([id, { name, doing }]) => ({ id, name, doing }))

  return {
    peopleAt,
    /** Applies a message; true if somebody has come, left or changed their activity. */
    note: ({ business_id, ticket_id, person_id, name, doing }: PresenceNews, now: number): boolean => {
      const ticket = tickets.get(ticket_id) ?? { business_id, here: new Map() }
      const before = ticket.here.get(person_id)
      if (doing === 'gone') {
        ticket.here.delete(person_id)
        if (ticket.here.size === 0) tickets.delete(ticket_id)
        return before !== undefined
      }
      tickets.set(ticket_id, ticket)
      ticket.here.set(person_id, { name, doing, until: now + PRESENT_MS })
      return before?.doing !== doing
    },
    /** Removes people who have been silent too long; returns the tickets that this changes. */
    expire: (now: number): { business_id: string; ticket_id: string }[] => {
      const changed: { business_id: string; ticket_id: string }[] = []
      for (const [ticket_id, { business_id, here }] of tickets) {
        const size = here.size
        for (const [person_id, { until }] of here) if (until <= now) here.delete(person_id)
        if (here.size < size) changed.push({ business_id, ticket_id })
        if (here.size === 0) tickets.delete(ticket_id)
      }
      return changed
    },
  }
}

export type Presence = ReturnType<typeof makePresence>

/** Sends the desks of a business who is at a ticket: when a server reports it, or when presence expires. */
export const publishPresence = ({ sendToDesk }: OpenStreams, presence: Presence, clock: Clock) => {
  const now = () => clock.now().getTime()
  const send = ({ business_id, ticket_id }: { business_id: string; ticket_id: string }): void =>
    sendToDesk(business_id, 'presence', { ticket_id, people: presence.peopleAt(ticket_id) })
  return {
    onMessage: (payload: unknown): void => {
      const news = payload as PresenceNews
      if (presence.note(news, now())) send(news)
    },
    expire: async (): Promise<void> => presence.expire(now()).forEach(send),
  }
}

/** `…/presence/`: called by the page on opening, on writing, every few seconds, and on leaving. */
export const presenceRoutes = (on: On, { sql }: Deps, presence: Presence): void => {
  on(calls.tellPresence, async ({ who, params, body }) => {
    const { person_id, business_ids } = who
    const site = await findTicketSite(sql, { ticket_id: rowId(params.ticketId), person_id, business_ids })
    if (site === undefined) throw refuse('not_found')
    const { doing } = body
    const { restaurant_id, ...news } = site
    const { ticket_id } = news
    const message: PresenceNews = { ...news, person_id, doing }
    await notifyServers(sql, DESK_CHANNEL, message)
    if (doing === 'answering') await publishToRestaurant(sql, restaurant_id, 'typing', { ticket_id })
    const others = presence.peopleAt(ticket_id).filter(({ id }) => id !== person_id)
    return { people: doing === 'gone' ? others : [...others, { id: person_id, name: site.name, doing }] }
  })
}
