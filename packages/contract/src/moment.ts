import { z } from 'zod'
import { FIELD } from './fields/field-texts.ts'

// Apart from the other fields: the format of a date is code that few screens need.
/** A moment that a caller gives, ISO 8601 with any offset: within the years 1 to 9999, which every column holds. */
export const Moment = z.iso.datetime({ offset: true, error: FIELD.bad_value }).refine(
  (text) => {
    const year = new Date(text).getUTCFullYear()
    return year >= 1 && year <= 9999
  },
  { error: FIELD.bad_value },
)
