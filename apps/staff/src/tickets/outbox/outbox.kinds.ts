import { type Message, sendReply } from '@podmoga/contract/tickets'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { isRefusal } from '@podmoga/web/explain'
import { isFinal, type OutboxItem } from '@podmoga/web/outbox/item'
import type { Kind } from '@podmoga/web/outbox/kind'
import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '../../lib/scope.tsx'
import { noteTicketSent } from '../conversation/sent-here.ts'
import { valuesOf } from '../new-ticket/new-ticket.draft.ts'
import { submitTicket, ticketsRoot } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import type { ReplyData, TicketData } from './outgoing.ts'

/** A backend may answer 200 with an unreadable body: the message has been stored all the same. */
const unlessUnreadable = async <T>(sent: Promise<T>): Promise<T | null> => {
  try {
    return await sent
  } catch (error) {
    if (isRefusal(error, 'unreadable')) return null
    throw error
  }
}

/** The session or the access has expired: the item is sent once the user is signed in again. */
const isAccessLost = (error: unknown): boolean =>
  (['unauthorized', 'token_expired', 'subscription_expired', 'forbidden'] as const).some((code) =>
    isRefusal(error, code),
  )

/** Ids of the messages sent from this device. */
const own = new Set<string>()
/** Replies sent from this device whose answer was unreadable: each is recognized once, by its text. */
const withoutReceipt: ReplyData[] = []

/** Whether a ticket's message was sent from this device: some backends do not tell whose a message is. */
export const isOwn = (
  ticketId: string,
  { id, text, is_mine }: Pick<Message, 'id' | 'text' | 'is_mine'>,
): boolean => {
  if (own.has(id)) return true
  const isSame = (reply: ReplyData) => reply.ticketId === ticketId && reply.text === text
  const at = is_mine === false ? -1 : withoutReceipt.findIndex(isSame)
  if (at < 0) return false
  withoutReceipt.splice(at, 1)
  own.add(id)
  return true
}

/** How replies and new tickets are delivered, and what the user is told. */
export const ticketKinds = (
  { restaurantId }: Scope,
  queryClient: QueryClient,
): [Kind<Scope, ReplyData>, Kind<Scope, TicketData>] => {
  const refresh = () => queryClient.invalidateQueries({ queryKey: ticketsRoot(restaurantId) })
  const aboutOf = ({ queue }: OutboxItem) => `outbox ${queue}`
  const onFailed = (texts: Parameters<typeof toast.danger>[0]) => (item: OutboxItem, error: unknown) => {
    toast.danger({ ...texts, ...(isFinal(error) && { text: TICKETS.mend_files }), about: aboutOf(item) })
    // If only the answer was lost, the message is found by refetching.
    if (isRefusal(error, 'ticket_closed') || isRefusal(error, 'network')) void refresh()
    return undefined
  }
  return [
    {
      name: 'reply',
      settles: true,
      isPassing: isAccessLost,
      deliver: async ({ call }, { data, files, key }, { signal, onProgress }) => {
        // Only requests with files report progress.
        const options = { idempotency_key: key, signal, ...(files.length > 0 && { onProgress }) }
        const sent = call(
          sendReply,
          { params: { ticketId: data.ticketId }, form: { text: data.text }, files },
          options,
        )
        const receipt = (await unlessUnreadable(sent))?.id ?? null
        if (receipt === null) withoutReceipt.push(data)
        else own.add(receipt)
        return receipt
      },
      onSent: (item) => {
        toast.done(aboutOf(item))
        announce(TICKETS.sent_announcement)
        return refresh()
      },
      onFailed: onFailed(TICKETS.reply_failed),
    },
    {
      name: 'ticket',
      isPassing: isAccessLost,
      deliver: async (scope, item, { signal, onProgress }) => {
        const { files, key } = item
        const options = { key, signal, ...(files.length > 0 && { onProgress }) }
        await unlessUnreadable(submitTicket(scope, valuesOf(item), options))
        return null
      },
      onSent: (item) => {
        toast.done(aboutOf(item))
        toast.success(TICKETS.ticket_sent)
        noteTicketSent()
        return refresh()
      },
      onFailed: onFailed(TICKETS.ticket_failed_toast),
    },
  ]
}
