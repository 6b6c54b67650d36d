import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { FIELD } from '../../fields/field-texts.ts'
import { PathId, Time } from '../../fields/fields.ts'
import { Named } from '../knowledge-shapes.ts'
import { MaterialPath } from '../materials.ts'

/** A day of the business's calendar, such as 2026-11-16. */
export const CheckDay = z.iso
  .date({ error: FIELD.bad_value })
  .refine((day) => /^2\d/.test(day), { error: FIELD.bad_value })

/** The person responsible for a material, and its next check. */
export const MaterialCare = z.object({
  /** null: nobody, or a person who is no longer an editor. */
  owner: Named.nullable(),
  check_on: CheckDay.nullable(),
  /** The interval between checks, in months; null: a single check. */
  check_months: z.number().int().nullable(),
  checked_at: Time.nullable(),
  checked_by: z.string().nullable(),
})
export type MaterialCare = z.infer<typeof MaterialCare>

export const getCare = endpoint({
  name: 'getCare',
  summary: 'Кто отвечает за материал и когда его проверить',
  method: 'GET',
  path: 'desk/knowledge/materials/:materialId/care/',
  auth: 'editor',
  params: MaterialPath,
  answer: MaterialCare,
  refusals: ['not_found'],
})

export const setCare = endpoint({
  name: 'setCare',
  summary: 'Назначить ответственного за материал и день проверки; чего нет в теле, остаётся',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/care/',
  auth: 'editor',
  params: MaterialPath,
  body: z.object({
    owner: PathId.nullable().optional(),
    check_on: CheckDay.nullable().optional(),
    /** Without `check_on` the day is counted from today; null removes the interval. */
    check_months: z.number().int().min(1).max(24).nullable().optional(),
  }),
  answer: MaterialCare,
  refusals: ['not_found'],
})

export const markChecked = endpoint({
  name: 'markChecked',
  summary: 'Материал перечитан и верен: следующая проверка через назначенный срок',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/checked/',
  auth: 'editor',
  params: MaterialPath,
  /** The check day that the caller saw: a repeated click or a second editor changes nothing. */
  body: z.object({ seen: CheckDay.nullable() }),
  answer: MaterialCare,
  refusals: ['not_found'],
})
