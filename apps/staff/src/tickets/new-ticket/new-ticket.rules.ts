import { FIELD } from '@podmoga/contract/fields/field-texts'
import { NewTicket } from '@podmoga/contract/tickets'

export type FieldName = keyof typeof NewTicket.shape
// Listed here, because reading the schema's keys would build the contract's schema wherever this file is loaded.
const ALL: Record<FieldName, true> = {
  category: true,
  topic: true,
  initial_message: true,
  device: true,
}
/** The fields of the contract's form; here they are all strings, as typed. */
export const FIELDS = Object.keys(ALL) as FieldName[]

export type NewTicketFields = Record<FieldName, string>
export interface NewTicketValues extends NewTicketFields {
  files: readonly File[]
}

/**
 * Validation errors by field, as texts for the user. The category is only checked for presence: the backend defines the
 * categories.
 */
export const errorsOf = (values: NewTicketValues): Partial<Record<FieldName, string>> => {
  const errors: Partial<Record<FieldName, string>> = {}
  for (const { path, message } of NewTicket.safeParse({ ...values, device: values.device || undefined }).error
    ?.issues ?? []) {
    const name = path[0] as FieldName
    if (name !== 'category' || values.category === '') errors[name] ??= message || FIELD.required
  }
  return errors
}
