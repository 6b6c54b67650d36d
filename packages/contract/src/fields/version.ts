import { z } from 'zod'
import { FIELD } from './field-texts.ts'

/** Which state of a row somebody has changed: as large a number as its column holds, so that a larger one is refused. */
export const Version = z
  .number({ error: FIELD.bad_value })
  .int({ error: FIELD.bad_value })
  .min(0, { error: FIELD.bad_value })
  .max(2_147_483_647, { error: FIELD.bad_value })
