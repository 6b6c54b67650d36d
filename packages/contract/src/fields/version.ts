import { z } from 'zod'
import { FIELD } from './field-texts.ts'

/** The version of a row that a change is based on, at most the maximum of its integer column. */
export const Version = z
  .number({ error: FIELD.bad_value })
  .int({ error: FIELD.bad_value })
  .min(0, { error: FIELD.bad_value })
  .max(2_147_483_647, { error: FIELD.bad_value })
