import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, isStorable, MessageText, PathId, Text } from '../fields/fields.ts'
import { SEARCH_MAX, TITLE_MAX } from '../fields/limits.ts'
import { Attachment } from '../tickets.ts'

/** A saved reply. Placeholders in {braces} are filled in on use. */
export const CannedReply = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  /** Available to every agent of the business; otherwise only to its author. */
  is_shared: z.boolean(),
  is_own: z.boolean(),
  uses: z.number().int(),
  /** Files sent with the reply, as if its author had attached them. */
  files: z.array(Attachment),
})
export type CannedReply = z.infer<typeof CannedReply>

const CannedForm = z.object({
  title: Text(TITLE_MAX),
  text: MessageText,
  is_shared: z.boolean().default(false),
})
const CannedPath = z.object({ cannedId: PathId })

export const listCanned = endpoint({
  name: 'listCanned',
  summary: 'Шаблоны ответов: свои и общие, частые первыми; не больше пятидесяти',
  method: 'GET',
  path: 'desk/canned/',
  auth: 'agent',
  query: z.object({ search: z.string().max(SEARCH_MAX).refine(isStorable).optional() }),
  answer: z.object({ results: z.array(CannedReply) }),
  compressed: true,
  refusals: [],
})

export const addCanned = endpoint({
  name: 'addCanned',
  summary: 'Новый шаблон ответа, свой или общий',
  method: 'POST',
  path: 'desk/canned/',
  auth: 'agent',
  body: CannedForm,
  answer: CannedReply,
  refusals: ['idempotency_conflict', 'name_taken'],
  creates: true,
})

export const editCanned = endpoint({
  name: 'editCanned',
  summary: 'Изменить шаблон ответа: свой или общий',
  method: 'POST',
  path: 'desk/canned/:cannedId/',
  auth: 'agent',
  params: CannedPath,
  body: CannedForm.extend({
    /** The values that the form was opened with; the save is refused if a colleague changed them since. */
    was: CannedReply.pick({ title: true, text: true, is_shared: true }).optional(),
  }),
  answer: CannedReply,
  refusals: ['not_found', 'name_taken', 'changed_meanwhile'],
})

export const deleteCanned = endpoint({
  name: 'deleteCanned',
  summary: 'Удалить шаблон ответа',
  method: 'POST',
  path: 'desk/canned/:cannedId/delete/',
  auth: 'agent',
  params: CannedPath,
  answer: z.object({ ok: z.boolean() }),
  refusals: ['not_found'],
})

export const addCannedFiles = endpoint({
  name: 'addCannedFiles',
  summary: 'Приложить файлы к шаблону ответа',
  method: 'POST',
  path: 'desk/canned/:cannedId/files/',
  auth: 'agent',
  params: CannedPath,
  files: { field: 'files', kind: 'attachments' },
  answer: CannedReply,
  refusals: ['not_found', 'idempotency_conflict', 'too_many_files'],
  creates: true,
})

export const deleteCannedFile = endpoint({
  name: 'deleteCannedFile',
  summary: 'Убрать файл из шаблона ответа',
  method: 'POST',
  path: 'desk/canned/:cannedId/files/:fileId/delete/',
  auth: 'agent',
  params: CannedPath.extend({ fileId: PathId }),
  answer: CannedReply,
  refusals: ['not_found'],
})

export const countCannedUse = endpoint({
  name: 'countCannedUse',
  summary: 'Шаблон вставлен в ответ: посчитать',
  method: 'POST',
  path: 'desk/canned/:cannedId/use/',
  auth: 'agent',
  params: CannedPath,
  answer: z.object({ uses: z.number().int() }),
  refusals: ['not_found'],
})
