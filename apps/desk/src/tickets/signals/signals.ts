import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'
import type { DeskEvent } from '../desk-live.ts'
import { SIGNALS } from './signals.texts.ts'

/** What an agent is called for; kept on the device. Times are «22:00» by the device's own clock. */
export interface SignalChoices {
  notices: boolean
  sound: boolean
  /** Minutes after which a waiting ticket of nobody calls; 0: never. */
  nobodys_after: number
  /** When nothing rings; null: it always may. */
  quiet: { from: string; to: string } | null
}

const AT_FIRST: SignalChoices = { notices: false, sound: false, nobodys_after: 10, quiet: null }

/** One thing to be called for. */
export interface Signal {
  /** A later one with the same tag takes its place. */
  tag: string
  title: string
  body: string
  /** The ticket that it opens; null: the queue. */
  ticket_id: string | null
}

/** What an event calls this agent for; null: nothing. */
export const signalOf = (event: DeskEvent, me: string): Signal | null => {
  if (event.name === 'message') {
    const { ticket, message, ticket_id } = event.data
    if (message.from_support === true || ticket.assignee?.id !== me) return null
    const title = SIGNALS.wrote(message.user_name ?? ticket.restaurant.name, ticket.number)
    return { tag: `ticket-${ticket_id}`, title, body: SIGNALS.text(message.text), ticket_id }
  }
  if (event.name === 'ticket') {
    const { id, number, assignee, is_given, restaurant, last_message } = event.data
    if (is_given !== true || assignee?.id !== me) return null
    const body = SIGNALS.of_ticket(number, restaurant.name, SIGNALS.text(last_message))
    return { tag: `given-${id}`, title: SIGNALS.given(number), body, ticket_id: id }
  }
  if (event.name === 'note') {
    const { note, ticket_id } = event.data
    if (note.is_own || !note.mentions.some(({ id }) => id === me)) return null
    const title = SIGNALS.mention(note.author_name)
    return { tag: `mention-${ticket_id}`, title, body: SIGNALS.text(note.note_text), ticket_id }
  }
  return null
}

/** Those that wait, of nobody, for longer than so many minutes. `now` is in epoch milliseconds. */
export const forgotten = (
  items: readonly DeskTicketItem[],
  minutes: number,
  now: number,
): readonly DeskTicketItem[] =>
  items.filter(
    ({ assignee, waiting_since }) =>
      assignee === null && waiting_since !== null && now - Date.parse(waiting_since) >= minutes * 60_000,
  )

/** One call for all that are forgotten; null: none of them is news. */
export const forgottenSignal = (items: readonly DeskTicketItem[], minutes: number): Signal | null => {
  const [first] = items
  if (first === undefined) return null
  return {
    tag: 'forgotten',
    title: SIGNALS.of_nobody(items.length, minutes),
    body: SIGNALS.of_ticket(first.number, first.restaurant.name, SIGNALS.text(first.last_message)),
    ticket_id: first.id,
  }
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Whether nothing rings at this time of day, «23:15»; over midnight where it begins later than it ends. */
export const isQuiet = (quiet: SignalChoices['quiet'], time: string): boolean => {
  if (quiet === null || quiet.from === quiet.to) return false
  const { from, to } = quiet
  return from < to ? time >= from && time < to : time >= from || time < to
}

/** What is kept, as far as it makes sense. */
export const readChoices = (kept: string | null): SignalChoices => {
  try {
    const all = JSON.parse(kept ?? '{}') as Partial<SignalChoices>
    const { quiet, nobodys_after: minutes } = all
    return {
      notices: all.notices === true,
      sound: all.sound === true,
      nobodys_after:
        typeof minutes === 'number' && minutes >= 0 && minutes <= 600 ? minutes : AT_FIRST.nobodys_after,
      quiet: quiet && TIME.test(quiet.from) && TIME.test(quiet.to) ? quiet : null,
    }
  } catch {
    return AT_FIRST
  }
}

const COUNT = /^\(\d+\) /

/** A title with how many calls have not been looked at: «(2) Очередь · Поддержка»; without any it is as it was. */
export const titleWith = (title: string, count: number): string =>
  (count === 0 ? '' : `(${count}) `) + title.replace(COUNT, '')
