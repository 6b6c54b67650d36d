import { uuid } from '@podmoga/contract/uuid'
import { fileKey } from './file-key.ts'
import type { NewTicketValues } from './new-ticket.rules.ts'
import type { Outgoing } from './outgoing.ts'

/** What is being written, with the idempotency key under which just this content was sent before. */
export interface DraftTicket extends NewTicketValues {
  attempt: { content: string; key: string } | null
}

export const EMPTY: DraftTicket = { category: '', topic: '', initial_message: '', files: [], attempt: null }

export const isEmptyDraft = ({ category, initial_message, files }: NewTicketValues): boolean =>
  category === '' && initial_message === '' && files.length === 0

const contentOf = ({ category, topic, initial_message, files }: NewTicketValues): string =>
  JSON.stringify([category, topic, initial_message, files.map(fileKey)])

/** The key to send a draft under: the one it had while its content is the same, else a new one. */
export const attemptOf = (draft: DraftTicket): NonNullable<DraftTicket['attempt']> => {
  const content = contentOf(draft)
  return draft.attempt?.content === content ? draft.attempt : { content, key: uuid() }
}

/** What was sent, as a draft again; it keeps its key. */
export const draftOf = ({ about, text, files, key }: Outgoing): DraftTicket => {
  const values = {
    category: about?.category ?? '',
    topic: about?.topic ?? '',
    initial_message: text,
    files,
  }
  return { ...values, attempt: { content: contentOf(values), key } }
}
