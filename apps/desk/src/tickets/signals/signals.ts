import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'
import type { DeskEvent } from '../desk-live.ts'
import { SIGNALS } from './signals.texts.ts'

/** Notification settings, kept on the device. Times are «22:00» in the device's local time. */
export interface SignalChoices {
  notices: boolean
  sound: boolean
  /** Notify about a waiting unassigned ticket after this many minutes; 0: never. */
  nobodys_after: number
  /** Quiet hours; null: none. */
  quiet: { from: string; to: string } | null
}

const AT_FIRST: SignalChoices = { notices: false, sound: false, nobodys_after: 10, quiet: null }

/** A notification. */
export interface Signal {
  /** A later notification with the same tag replaces it. */
  tag: string
  title: string
  body: string
  /** The ticket to open; null: the queue. */
  ticket_id: string | null
}

/** The notification of an event for this agent, or null. */
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

/** Unassigned tickets waiting for at least `minutes`. `now` is in epoch milliseconds. */
export const forgotten = (
  items: readonly DeskTicketItem[],
  minutes: number,
  now: number,
): readonly DeskTicketItem[] =>
  items.filter(
    ({ assignee, waiting_since }) =>
      assignee === null && waiting_since !== null && now - Date.parse(waiting_since) >= minutes * 60_000,
  )

/** One notification for all forgotten tickets; null if there are none. */
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

/** Whether a time of day, «23:15», is within quiet hours, which may span midnight. */
export const isQuiet = (quiet: SignalChoices['quiet'], time: string): boolean => {
  if (quiet === null || quiet.from === quiet.to) return false
  const { from, to } = quiet
  return from < to ? time >= from && time < to : time >= from || time < to
}

/** Parses the kept settings; invalid values fall back to defaults. */
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

/** The title with the count of unseen notifications: «(2) Очередь · Поддержка»; without a prefix for 0. */
export const titleWith = (title: string, count: number): string =>
  (count === 0 ? '' : `(${count}) `) + title.replace(COUNT, '')
