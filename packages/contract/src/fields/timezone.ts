import { z } from 'zod'
import { FIELD } from './field-texts.ts'

/** An IANA time zone name, such as Asia/Tashkent. */
export const Timezone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      new Intl.DateTimeFormat('ru', { timeZone: zone })
      return true
    } catch {
      return false
    }
  }, FIELD.bad_value)
