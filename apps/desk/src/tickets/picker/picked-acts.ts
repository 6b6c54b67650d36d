import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import type { TicketAct } from '../acts/use-acts.ts'
import { snoozedTill } from '../side/snoozed-till.ts'
import { WORK } from '../side/work.texts.ts'
import { TEAM } from '../team.texts.ts'
import type { Picked } from './picks.ts'

const prioritised = (ticket: DeskTicket, priority: DeskTicket['priority']): TicketAct => ({
  ticket,
  act: { do: 'priority', body: { priority } },
  name: `${TEAM.priority}: ${WORK.priority_name[priority]}`,
  after: { priority },
})

/** Sets the tags; a colleague's changes since `tags_were` are kept (three-way merge). */
export const withTags = (ticket: DeskTicket, tags: string[], tags_were: string[]): TicketAct => ({
  ticket,
  act: { do: 'tags', body: { tags, tags_were } },
  name: `${TEAM.tags}: ${tags.join(', ') || TEAM.no_tags}`,
  after: { tags },
})

const putOff = (ticket: DeskTicket, until: string | null): TicketAct => ({
  ticket,
  act: { do: 'snooze', until },
  name: until === null ? TEAM.wake : TEAM.snooze_till(snoozedTill(until, ticket.restaurant.timezone)),
  after: { snoozed_until: until },
})

const about = (ticket: DeskTicket, of: { category: string; topic: string; name: string }): TicketAct => {
  const [category_readable = '', topic_readable = null] = of.name.split(' · ')
  const { category, topic } = of
  return {
    ticket,
    act: { do: 'about', body: { category, topic } },
    name: `${TEAM.about}: ${of.name}`,
    after: { category, topic: topic === '' ? null : topic, category_readable, topic_readable },
  }
}

/** The action of a choice for one ticket and its undo. Null for `assign`, which is handled elsewhere. */
export const pickedActsOf = (
  ticket: DeskTicket,
  picked: Picked,
): { act: TicketAct; back: TicketAct } | null => {
  const { tags } = ticket
  switch (picked.do) {
    case 'assign':
      return null
    case 'priority':
      return { act: prioritised(ticket, picked.priority), back: prioritised(ticket, ticket.priority) }
    case 'tag':
    case 'untag': {
      const next = picked.do === 'tag' ? [...tags, picked.tag] : tags.filter((tag) => tag !== picked.tag)
      return { act: withTags(ticket, next, tags), back: withTags(ticket, tags, next) }
    }
    case 'snooze':
      return { act: putOff(ticket, picked.until), back: putOff(ticket, ticket.snoozed_until) }
    case 'about': {
      const name = [ticket.category_readable, ticket.topic_readable].filter(Boolean).join(' · ')
      const was = { category: ticket.category, topic: ticket.topic ?? '', name }
      return { act: about(ticket, picked), back: about(ticket, was) }
    }
  }
}
