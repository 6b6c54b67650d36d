import { uuid } from '@podmoga/contract/fields/uuid'
import { fileKey } from '../attachments/file-key.ts'
import type { DraftFilesValue } from '../attachments/use-files.ts'
import type { OutgoingTicket } from '../outbox/outgoing.ts'
import { FIELDS, type NewTicketFields, type NewTicketValues } from './new-ticket.rules.ts'

/** What is being written, with the idempotency key under which just this content was sent before. */
export interface DraftTicket extends NewTicketValues, Pick<DraftFilesValue, 'raw'> {
  attempt: { content: string; key: string } | null
}

const BLANK = Object.fromEntries(FIELDS.map((name) => [name, ''])) as NewTicketFields

export const EMPTY: DraftTicket = { ...BLANK, files: [], attempt: null }

export const isEmptyDraft = (draft: NewTicketValues): boolean =>
  FIELDS.every((name) => draft[name] === '') && draft.files.length === 0

/** Nothing of it need be kept. */
export const isBlankDraft = (draft: DraftTicket): boolean =>
  isEmptyDraft(draft) && (draft.raw ?? []).length === 0

const contentOf = (values: NewTicketValues): string =>
  JSON.stringify([...FIELDS.map((name) => values[name]), values.files.map(fileKey)])

/** The key to send a draft under: the one it had while its content is the same, else a new one. */
export const attemptOf = (draft: DraftTicket): NonNullable<DraftTicket['attempt']> => {
  const content = contentOf(draft)
  return draft.attempt?.content === content ? draft.attempt : { content, key: uuid() }
}

export const valuesOf = ({
  data: { about, text },
  files,
}: Pick<OutgoingTicket, 'data' | 'files'>): NewTicketValues => ({
  ...BLANK,
  ...about,
  initial_message: text,
  files,
})

/** What was sent, as a draft again; it keeps its key. */
export const draftOf = (item: Pick<OutgoingTicket, 'data' | 'files' | 'key'>): DraftTicket => {
  const values = valuesOf(item)
  return { ...values, attempt: { content: contentOf(values), key: item.key } }
}

/** A draft as it is sent off: the words are the message, the other fields say what it is about. */
export const outgoingOf = ({ initial_message, files, attempt, raw: _, ...about }: DraftTicket) => ({
  about,
  text: initial_message,
  files,
  ...(attempt && { key: attempt.key }),
})
