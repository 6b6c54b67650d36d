import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { codePoints, isBlank, isStorable, PathId } from './fields/fields.ts'
import { FEEDBACK_MAX } from './fields/limits.ts'

// An empty note is stored as null.
const Missing = z
  .string()
  .refine(isStorable, { error: FIELD.bad_characters, abort: true })
  .refine((text) => codePoints(text) <= FEEDBACK_MAX, { error: () => FIELD.too_long(FEEDBACK_MAX) })
  .transform((text) => (isBlank(text) ? null : text))

export const giveFeedback = endpoint({
  name: 'giveFeedback',
  summary: 'Помог ли материал; «нет» видят редакторы, вместе с тем, чего не хватило',
  method: 'POST',
  path: 'help_desk/materials/:materialId/feedback/',
  auth: 'staff',
  params: z.object({ materialId: PathId }),
  body: z.object({ helpful: z.boolean(), text: Missing.nullable().default(null) }),
  answer: z.object({ ok: z.boolean() }),
  refusals: ['not_found'],
})
