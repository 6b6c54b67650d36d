import { z } from 'zod'
import { FIELD } from './fields/field-texts.ts'

// Separate from the other fields: few screens need the code of the date format.
/** A moment in a request, ISO 8601 with any offset. Only the years 1 to 9999 are accepted: every column can store them. */
export const Moment = z.iso.datetime({ offset: true, error: FIELD.bad_value }).refine(
  (text) => {
    const year = new Date(text).getUTCFullYear()
    return year >= 1 && year <= 9999
  },
  { error: FIELD.bad_value },
)
