import { topicKindOf } from '@podmoga/contract/choices'
import { FIELD } from '@podmoga/contract/field-texts'
import { MessageText } from '@podmoga/contract/fields'

export interface NewTicketValues {
  category: string
  topic: string
  initial_message: string
  files: readonly File[]
}

export const FIELDS = ['category', 'topic', 'initial_message'] as const
export type FieldName = (typeof FIELDS)[number]

/** What is wrong with each field, in the words the person reads. Categories and topics are the backend's own lists. */
export const errorsOf = (values: NewTicketValues): Partial<Record<FieldName, string>> => {
  const message = MessageText.safeParse(values.initial_message)
  return {
    ...(values.category === '' && { category: FIELD.required }),
    ...(topicKindOf(values.category) !== null && values.topic === '' && { topic: FIELD.required }),
    ...(!message.success && { initial_message: message.error.issues[0]?.message ?? FIELD.required }),
  }
}
