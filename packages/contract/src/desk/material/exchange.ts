import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, PathId } from '../../fields/fields.ts'
import { Download } from '../imports.ts'
import { OfBusiness } from '../knowledge-shapes.ts'

/** The import of a knowledge base from an archive. Nothing is written before the user confirms it. */
export const KnowledgeImport = z.object({
  id: Id,
  file_name: z.string(),
  /** `checking` and `running` are in progress; `failed` wrote nothing. */
  state: z.enum(['checking', 'checked', 'running', 'done', 'failed']),
  /** Why it failed, as a Russian sentence; null if it did not. */
  problem: z.string().nullable(),
  /** Numbers of materials: planned, or done. */
  counts: z.object({ added: z.number().int(), changed: z.number().int(), same: z.number().int() }),
  /** Materials are not published but sent to review by a second editor. */
  is_reviewed: z.boolean(),
  /** The first remarks on content that is not imported, or not unchanged. */
  remarks: z.array(z.object({ file: z.string(), says: z.string() })),
  remarks_total: z.number().int(),
})
export type KnowledgeImport = z.infer<typeof KnowledgeImport>

const ImportPath = z.object({ importId: PathId })

export const checkKnowledgeImport = endpoint({
  name: 'checkKnowledgeImport',
  summary: 'Прочитать архив базы знаний (ZIP с Markdown или HTML) и сказать о каждом файле; ничего не меняет',
  method: 'POST',
  path: 'desk/knowledge/imports/',
  auth: 'editor',
  form: OfBusiness,
  files: { field: 'file', kind: 'archive' },
  answer: KnowledgeImport,
  compressed: true,
  refusals: ['not_found'],
})

export const getKnowledgeImport = endpoint({
  name: 'getKnowledgeImport',
  summary: 'Что сказано об архиве базы знаний и как идёт импорт',
  method: 'GET',
  path: 'desk/knowledge/imports/:importId/',
  auth: 'editor',
  params: ImportPath,
  answer: KnowledgeImport,
  compressed: true,
  refusals: ['not_found'],
})

export const runKnowledgeImport = endpoint({
  name: 'runKnowledgeImport',
  summary: 'Внести прочитанный архив: всё или ничего; прерванное сервер начинает снова сам',
  method: 'POST',
  path: 'desk/knowledge/imports/:importId/run/',
  auth: 'editor',
  params: ImportPath,
  answer: KnowledgeImport,
  compressed: true,
  refusals: ['not_found'],
})

export const getKnowledgeRemarks = endpoint({
  name: 'getKnowledgeRemarks',
  summary: 'Все замечания к архиву базы знаний файлом CSV',
  method: 'GET',
  path: 'desk/knowledge/imports/:importId/remarks/',
  auth: 'editor',
  params: ImportPath,
  answer: Download,
  compressed: true,
  refusals: ['not_found'],
})

export const exportKnowledge = endpoint({
  name: 'exportKnowledge',
  summary: 'База знаний архивом ZIP того же вида, что принимает импорт: ссылка на несколько минут',
  method: 'POST',
  path: 'desk/knowledge/export/',
  auth: 'editor',
  body: OfBusiness,
  answer: z.object({ url: z.string() }),
  refusals: ['not_found'],
})
