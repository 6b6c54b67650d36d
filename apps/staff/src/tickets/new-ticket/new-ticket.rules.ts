import { FIELD } from '@podmoga/contract/fields/field-texts'
import { NewTicket } from '@podmoga/contract/tickets'

export type FieldName = keyof typeof NewTicket.shape
// Named here: asked for its fields, the contract's schema would be made wherever this file is loaded.
const ALL: Record<FieldName, true> = {
  category: true,
  topic: true,
  initial_message: true,
  device: true,
}
/** The fields of the contract's own form: all of them texts here, as they are typed. */
export const FIELDS = Object.keys(ALL) as FieldName[]

export type NewTicketFields = Record<FieldName, string>
export interface NewTicketValues extends NewTicketFields {
  files: readonly File[]
}

/** What is wrong with each field, in the words the person reads. Which categories there are is the backend's to say. */
export const errorsOf = (values: NewTicketValues): Partial<Record<FieldName, string>> => {
  const errors: Partial<Record<FieldName, string>> = {}
  for (const { path, message } of NewTicket.safeParse({ ...values, device: values.device || undefined }).error
    ?.issues ?? []) {
    const name = path[0] as FieldName
    if (name !== 'category' || values.category === '') errors[name] ??= message || FIELD.required
  }
  return errors
}
