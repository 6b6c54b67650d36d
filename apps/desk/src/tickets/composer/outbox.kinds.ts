import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { isRefusal } from '@podmoga/web/explain'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Kind } from '@podmoga/web/outbox/kind'
import type { Outbox } from '@podmoga/web/outbox/outbox'
import type { DeskScope } from '../../lib/outbox.ts'

export interface ReplyData {
  ticket_id: string
  text: string
  /** Also closes the ticket. */
  close: boolean
  /** The newest message the author saw: a later one by somebody else stops the reply, once. */
  seen?: string | undefined
}
/** A reply with its files. */
export type Reply = ReplyData & { files: File[] }
/** A reply in the outbox. */
export type Outgoing = OutboxItem<ReplyData>

interface ReplyKindNeeds {
  /** Called after the server has accepted a reply; its outgoing bubble stays until this resolves. */
  onSent: (reply: ReplyData) => Promise<void>
  /** `isStopped`: somebody wrote in the meantime; sending again will succeed. */
  onFailed: (isStopped: boolean) => void
}

/** The outbox kind that sends replies. */
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
    const isStopped = isRefusal(error, 'unseen_message')
    onFailed(isStopped)
    return isStopped ? { data: { ...data, seen: undefined } } : undefined
  },
})

/** Queues a reply, taking over the draft's files. Resolves to whether it is stored on disk (false: no space left). */
export const sendReply = (outbox: Outbox<DeskScope>, { files, ...data }: Reply): Promise<boolean> =>
  outbox.add(
    { kind: 'reply', queue: data.ticket_id, resend: 'never', data, files },
    { draft: data.ticket_id },
  ).kept
