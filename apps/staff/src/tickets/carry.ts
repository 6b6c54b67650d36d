import { Refusal } from '@podmoga/contract/refusals'
import { sendReply } from '@podmoga/contract/tickets'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import type { Place } from '../lib/place.tsx'
import { valuesOf } from './new-ticket.draft.ts'
import type { Outgoing } from './outgoing.ts'
import { noteTicketSent } from './sent-here.ts'
import { submitTicket } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'

interface Ride {
  signal: AbortSignal
  onProgress: (sent: number, total: number) => void
}

/** Carries one item to the server. Returns the id of the server's message, null when the backend tells none. */
export const carry = async (place: Place, item: Outgoing, { signal, onProgress }: Ride) => {
  const { ticketId, key, text, files } = item
  // Only an upload can tell how much of it has left.
  const options = { signal, ...(files.length > 0 && { onProgress }) }
  try {
    if (ticketId === null) {
      await submitTicket(place, valuesOf(item), { key, ...options })
      return null
    }
    const message = await place.call(
      sendReply,
      { params: { ticketId }, form: { text }, files },
      { idempotency_key: key, ...options },
    )
    return message.id
  } catch (error) {
    // A backend may answer 200 with nothing of use: it has the message all the same.
    if (error instanceof Refusal && error.code === 'unreadable') return null
    throw error
  }
}

/** Refused before it left: nobody is signed in, or somebody else. It waits for its person. */
export const isNobodyHere = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'token_expired' && error.status === 0

export const tellSent = ({ ticketId }: Outgoing): void => {
  if (ticketId === null) {
    toast.success(TICKETS.ticket_sent)
    noteTicketSent()
  } else announce(TICKETS.sent_announcement)
}

export const tellFailed = ({ ticketId }: Outgoing): void => {
  toast.danger(ticketId === null ? TICKETS.ticket_failed_toast : TICKETS.reply_failed)
}

const GOING_MS = 300

/**
 * Settles when this page is still here after a request was lost: one that goes away (a reload) loses its requests first.
 * It must not call that a lost network: the next page sends a new ticket again, and leaves a reply to its person.
 */
export const pageStays = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, GOING_MS))
