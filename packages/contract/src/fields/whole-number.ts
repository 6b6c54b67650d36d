import { z } from 'zod'
import { FIELD } from './field-texts.ts'

/** A whole number between the two, both among them. */
export const WholeNumber = (min: number, max: number) =>
  z
    .number({ error: FIELD.whole_number })
    .int({ error: FIELD.whole_number })
    .min(min, { error: FIELD.at_least(min) })
    .max(max, { error: FIELD.at_most(max) })
