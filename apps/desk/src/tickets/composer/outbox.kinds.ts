import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { isRefusal } from '@podmoga/web/explain'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Kind } from '@podmoga/web/outbox/kind'
import type { Outbox } from '@podmoga/web/outbox/outbox'
import type { DeskScope } from '../../lib/outbox.ts'

export interface ReplyData {
  ticket_id: string
  text: string
  /** Closes the ticket too. */
  close: boolean
  /** The newest message its author saw: somebody else's after it stops the reply, once. */
  seen?: string | undefined
}
/** A reply as it is written. */
export type Reply = ReplyData & { files: File[] }
/** A reply on its way. */
export type Outgoing = OutboxItem<ReplyData>

interface ReplyKindNeeds {
  /** Told after an acknowledged reply; the bubble stays until this is over. */
  onSent: (reply: ReplyData) => Promise<void>
  /** `isStopped`: somebody wrote meanwhile; sent again it goes. */
  onFailed: (isStopped: boolean) => void
}

/** How a reply goes to the customer. */
export const replyKind = ({ onSent, onFailed }: ReplyKindNeeds): Kind<DeskScope, ReplyData> => ({
  name: 'reply',
  deliver: async ({ call }, { data, files, key }, { signal, onProgress }) => {
    const { ticket_id, text, close, seen } = data
    const form = { text, close: close ? 'true' : 'false', ...(seen === undefined ? {} : { seen }) } as const
    const message = await call(
      sendDeskReply,
      { params: { ticketId: ticket_id }, form, files },
      { idempotency_key: key, signal, onProgress },
    )
    return message.id
  },
  onSent: ({ data }) => onSent(data),
  onFailed: ({ data }, error) => {
    const isStopped = isRefusal(error, 'written_meanwhile')
    onFailed(isStopped)
    return isStopped ? { data: { ...data, seen: undefined } } : undefined
  },
})

/** Sends a reply; its draft's files go with it. Resolves once it is on the disk, or to false where there is no room. */
export const sendReply = (outbox: Outbox<DeskScope>, { files, ...data }: Reply): Promise<boolean> =>
  outbox.add(
    { kind: 'reply', queue: data.ticket_id, resend: 'never', data, files },
    { draft: data.ticket_id },
  ).kept
