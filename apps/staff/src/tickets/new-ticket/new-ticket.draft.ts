import { uuid } from '@podmoga/contract/fields/uuid'
import { fileKey } from '../attachments/file-key.ts'
import type { DraftFilesValue } from '../attachments/use-files.ts'
import type { OutgoingTicket } from '../outbox/outgoing.ts'
import { FIELDS, type NewTicketFields, type NewTicketValues } from './new-ticket.rules.ts'

/** The form's values, with the idempotency key under which the same content was sent before. */
export interface DraftTicket extends NewTicketValues, Pick<DraftFilesValue, 'raw'> {
  attempt: { content: string; key: string } | null
}

const BLANK = Object.fromEntries(FIELDS.map((name) => [name, ''])) as NewTicketFields

export const EMPTY: DraftTicket = { ...BLANK, files: [], attempt: null }

export const isEmptyDraft = (draft: NewTicketValues): boolean =>
  FIELDS.every((name) => draft[name] === '') && draft.files.length === 0

/** Whether the draft is empty and need not be stored. */
export const isBlankDraft = (draft: DraftTicket): boolean =>
  isEmptyDraft(draft) && (draft.raw ?? []).length === 0

const contentOf = (values: NewTicketValues): string =>
  JSON.stringify([...FIELDS.map((name) => values[name]), values.files.map(fileKey)])

/** The idempotency key of a draft: the previous one if its content is unchanged, else a new one. */
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

/** Turns an outbox item back into a draft; it keeps its key. */
export const draftOf = (item: Pick<OutgoingTicket, 'data' | 'files' | 'key'>): DraftTicket => {
  const values = valuesOf(item)
  return { ...values, attempt: { content: contentOf(values), key: item.key } }
}

/** Turns a draft into an outbox item: the message is its text, the other fields are `about`. */
export const outgoingOf = ({ initial_message, files, attempt, raw: _, ...about }: DraftTicket) => ({
  about,
  text: initial_message,
  files,
  ...(attempt && { key: attempt.key }),
})
