import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { FIELD } from '../../fields/field-texts.ts'
import { Time } from '../../fields/fields.ts'
import { MaterialState, Ok } from '../knowledge-shapes.ts'
import { DraftProblem, MaterialPath, Revision } from '../materials.ts'

/** A minute in the business's time zone, such as 2026-12-03T09:00. */
export const LocalMinute = z
  .string()
  .refine(
    (text) =>
      /^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(text) &&
      !Number.isNaN(Date.parse(`${text}Z`)) &&
      new Date(`${text}Z`).toISOString().startsWith(text),
    { error: FIELD.bad_value },
  )

/** A scheduled publication: of the text as it was when scheduled, whatever is edited later. */
export const MaterialSchedule = z.object({
  publish_at: Time,
  /** The same moment in the business's time zone. */
  local: z.string(),
  /** That IANA time zone. */
  zone: z.string(),
  set_by: z.string().nullable(),
  /** Whether the current draft is still this text. */
  is_current: z.boolean(),
})
export type MaterialSchedule = z.infer<typeof MaterialSchedule>

const Scheduled = z.object({ schedule: MaterialSchedule.nullable(), state: MaterialState })

export const getSchedule = endpoint({
  name: 'getSchedule',
  summary: 'Когда материал выйдет сам',
  method: 'GET',
  path: 'desk/knowledge/materials/:materialId/schedule/',
  auth: 'editor',
  params: MaterialPath,
  answer: Scheduled,
  refusals: ['not_found'],
})

export const scheduleMaterial = endpoint({
  name: 'scheduleMaterial',
  summary: 'Назначить, когда черновик выйдет сам; правки после этого не выйдут',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/schedule/',
  auth: 'editor',
  params: MaterialPath,
  body: z.object({ revision: Revision, at: LocalMinute }),
  answer: Scheduled.extend({ problems: z.array(DraftProblem) }),
  refusals: ['not_found', 'stale_draft', 'review_needed'],
})

export const cancelSchedule = endpoint({
  name: 'cancelSchedule',
  summary: 'Отменить назначенный выход; черновик остаётся',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/schedule/cancel/',
  auth: 'editor',
  params: MaterialPath,
  answer: Ok,
  refusals: ['not_found'],
})
