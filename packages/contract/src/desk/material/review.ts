import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Text, Time } from '../../fields/fields.ts'
import { Moment } from '../../moment.ts'
import { MaterialState, Named, Ok } from '../knowledge-shapes.ts'
import { DeskFile, MaterialPath, Revision } from '../materials.ts'
import { LocalMinute } from './schedule.ts'

/** A text that waits for a second editor, or was returned: as it was when the review was requested. */
export const MaterialReview = z.object({
  title: z.string(),
  content: z.string(),
  cover: DeskFile.nullable(),
  files: z.array(DeskFile),
  /** When it is published after approval, in the business's time zone; null: at once. */
  publish_at: z.string().nullable(),
  asked_by: Named,
  asked_at: Time,
  /** Whether the caller may decide: not about a text that they wrote or sent themselves. */
  is_for_me: z.boolean(),
  /** Whether the current draft is still this text. */
  is_current: z.boolean(),
  /** Who returned it, and why; null: it waits. */
  returned: z.object({ by: z.string().nullable(), word: z.string() }).nullable(),
})
export type MaterialReview = z.infer<typeof MaterialReview>

const Reviewed = z.object({
  /** The business requires a review of every text. */
  is_needed: z.boolean(),
  state: MaterialState,
  review: MaterialReview.nullable(),
})

export const getReview = endpoint({
  name: 'getReview',
  summary: 'Нужен ли второй редактор и что ждёт его решения',
  method: 'GET',
  path: 'desk/knowledge/materials/:materialId/review/',
  auth: 'editor',
  params: MaterialPath,
  answer: Reviewed,
  compressed: true,
  refusals: ['not_found'],
})

export const askReview = endpoint({
  name: 'askReview',
  summary: 'Отправить черновик второму редактору; правки после этого не войдут',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/review/',
  auth: 'editor',
  params: MaterialPath,
  body: z.object({ revision: Revision, at: LocalMinute.nullable().default(null) }),
  answer: Ok,
  refusals: ['not_found', 'stale_draft', 'nobody_to_review'],
})

/** The review that the caller saw: the decision is refused if the text was sent again meanwhile. */
const Seen = z.object({ seen: Moment })

export const approveReview = endpoint({
  name: 'approveReview',
  summary: 'Текст верен: выходит сразу или в назначенное время',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/review/approve/',
  auth: 'editor',
  params: MaterialPath,
  body: Seen,
  answer: Ok,
  refusals: ['not_found', 'stale_draft', 'own_review', 'idempotency_conflict'],
  creates: true,
})

export const returnReview = endpoint({
  name: 'returnReview',
  summary: 'Вернуть текст автору со словом, что поправить',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/review/return/',
  auth: 'editor',
  params: MaterialPath,
  body: Seen.extend({ word: Text(1000) }),
  answer: Ok,
  refusals: ['not_found', 'stale_draft', 'own_review'],
})

export const withdrawReview = endpoint({
  name: 'withdrawReview',
  summary: 'Не ждать второго редактора; черновик остаётся',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/review/withdraw/',
  auth: 'editor',
  params: MaterialPath,
  answer: Ok,
  refusals: ['not_found'],
})

/** The review state of a material, in the tree. */
export const ReviewState = z.object({ state: z.enum(['waiting', 'returned']), by: Id })
