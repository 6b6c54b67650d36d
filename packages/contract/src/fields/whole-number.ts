import { z } from 'zod'
import { DESK_FIELD } from '../desk/field-texts.ts'

/** A whole number from `min` to `max`, inclusive. */
export const WholeNumber = (min: number, max: number) =>
  z
    .number({ error: DESK_FIELD.whole_number })
    .int({ error: DESK_FIELD.whole_number })
    .min(min, { error: DESK_FIELD.at_least(min) })
    .max(max, { error: DESK_FIELD.at_most(max) })
