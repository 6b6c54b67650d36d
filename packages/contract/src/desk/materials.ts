import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, isStorable, PathId, Text, Time } from '../fields/fields.ts'
import { ALSO_ASKED_LINE_MAX, ALSO_ASKED_MAX, CONTENT_MAX } from '../fields/limits.ts'
import { Created, MaterialState, Name, Named, Ok, Position } from './knowledge-shapes.ts'

/** An uploaded file; `url` works for some minutes, only for the editor who requested it. */
export const DeskFile = z.object({
  id: Id,
  file_name: z.string(),
  url: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Pixels; null if it is not a picture. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})
export type DeskFile = z.infer<typeof DeskFile>

/** A problem of a text: `alt` (no alternative text) blocks publishing, `link` and `file` are only warnings. */
export const DraftProblem = z.object({
  kind: z.enum(['alt', 'link', 'file']),
  /** One Russian sentence. */
  text: z.string(),
})
export type DraftProblem = z.infer<typeof DraftProblem>

/** The answer to a save: the new revision and the problems of the text. */
const Checked = z.object({ revision: z.number().int(), problems: z.array(DraftProblem) })

/**
 * A material as editors see it. In `content`, pictures are `<img data-file="id" src alt width height>`, links to materials
 * are `<a data-material="id" href>`; the server uses only the ids.
 */
export const DeskMaterial = z.object({
  id: Id,
  state: MaterialState,
  title: z.string(),
  content: z.string(),
  section: Named,
  subcategory: Named,
  cover: DeskFile.nullable(),
  files: z.array(DeskFile),
  faq_position: z.number().int().nullable(),
  /** Questions that people ask about it: indexed for search, not shown to readers. */
  also_asked: z.array(z.string()),
  /** Sent back with a save; a save based on an older revision is refused. */
  revision: z.number().int(),
  edited_at: Time,
  /** null: imported. */
  edited_by: z.string().nullable(),
  published_at: Time.nullable(),
  helpful: z.number().int(),
  not_helpful: z.number().int(),
  problems: z.array(DraftProblem),
})
export type DeskMaterial = z.infer<typeof DeskMaterial>

const VersionItem = z.object({
  number: z.number().int(),
  title: z.string(),
  published_at: Time,
  published_by: z.string().nullable(),
})

export const MaterialPath = z.object({ materialId: PathId })
const VersionPath = MaterialPath.extend({ number: z.string().regex(/^[1-9][0-9]{0,8}$/) })
export const Revision = z.number().int().min(1).max(2_147_483_647)

const Content = z
  .string()
  .refine(isStorable, { error: FIELD.bad_characters, abort: true })
  .refine((html) => html.length <= CONTENT_MAX, { error: () => FIELD.too_long(CONTENT_MAX) })

export const createMaterial = endpoint({
  name: 'createMaterial',
  summary: 'Новый материал, пока виден только редакторам',
  method: 'POST',
  path: 'desk/knowledge/materials/',
  auth: 'editor',
  body: z.object({ subcategory: PathId, title: Name }),
  answer: Created,
  refusals: ['not_found', 'idempotency_conflict'],
  creates: true,
})

export const getDeskMaterial = endpoint({
  name: 'getDeskMaterial',
  summary: 'Материал, каким его пишут',
  method: 'GET',
  path: 'desk/knowledge/materials/:materialId/',
  auth: 'editor',
  params: MaterialPath,
  answer: DeskMaterial,
  compressed: true,
  refusals: ['not_found'],
})

export const moveMaterial = endpoint({
  name: 'moveMaterial',
  summary: 'Поставить материал на другое место, в том же подразделе или в другом',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/move/',
  auth: 'editor',
  params: MaterialPath,
  body: z.object({ subcategory: PathId, position: Position }),
  answer: Ok,
  refusals: ['not_found'],
})

export const deleteMaterial = endpoint({
  name: 'deleteMaterial',
  summary: 'Удалить материал, которого читатели не видят, вместе с его версиями',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/delete/',
  auth: 'editor',
  params: MaterialPath,
  answer: Ok,
  refusals: ['not_found', 'material_published'],
})

export const saveDraft = endpoint({
  name: 'saveDraft',
  summary: 'Сохранить черновик; читатели его не видят',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/draft/',
  auth: 'editor',
  params: MaterialPath,
  body_max: 2 * 1024 * 1024,
  body: z.object({
    revision: Revision,
    title: Name,
    content: Content,
    /** The id of an uploaded cover, or null. */
    cover: PathId.nullable(),
    /** The ids of the files under the article, in order. */
    files: z.array(PathId).max(50),
  }),
  answer: Checked.extend({ edited_at: Time, state: MaterialState }),
  refusals: ['not_found', 'stale_draft'],
})

/** Questions that people ask about a material, one per line. */
export const AlsoAsked = z
  .array(Text(ALSO_ASKED_LINE_MAX).transform((line) => line.trim()))
  .max(ALSO_ASKED_MAX)

export const setAlsoAsked = endpoint({
  name: 'setAlsoAsked',
  summary: 'Как ещё спрашивают о материале; поиск узнаёт сразу, без публикации',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/also_asked/',
  auth: 'editor',
  params: MaterialPath,
  body: z.object({
    also_asked: AlsoAsked,
    /** The list that the change is based on; the save is refused if it has changed since. */
    seen: z.array(z.string()).max(1000),
  }),
  answer: z.object({ also_asked: z.array(z.string()) }),
  refusals: ['not_found', 'stale_draft'],
})

export const publishMaterial = endpoint({
  name: 'publishMaterial',
  summary: 'Показать черновик читателям; картинка без описания не пускает',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/publish/',
  auth: 'editor',
  params: MaterialPath,
  body: z.object({ revision: Revision }),
  answer: Checked.extend({ version: z.number().int(), published_at: Time }),
  refusals: ['not_found', 'stale_draft', 'review_needed'],
})

export const unpublishMaterial = endpoint({
  name: 'unpublishMaterial',
  summary: 'Снять материал с публикации',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/unpublish/',
  auth: 'editor',
  params: MaterialPath,
  answer: z.object({ revision: z.number().int() }),
  refusals: ['not_found'],
})

export const listVersions = endpoint({
  name: 'listVersions',
  summary: 'Что и когда было опубликовано, новые первыми',
  method: 'GET',
  path: 'desk/knowledge/materials/:materialId/versions/',
  auth: 'editor',
  params: MaterialPath,
  answer: z.array(VersionItem),
  compressed: true,
  refusals: ['not_found'],
})

export const getVersion = endpoint({
  name: 'getVersion',
  summary: 'Одна из опубликованных версий',
  method: 'GET',
  path: 'desk/knowledge/materials/:materialId/versions/:number/',
  auth: 'editor',
  params: VersionPath,
  answer: VersionItem.extend({
    content: z.string(),
    cover: DeskFile.nullable(),
    files: z.array(DeskFile),
  }),
  compressed: true,
  refusals: ['not_found'],
})

export const restoreVersion = endpoint({
  name: 'restoreVersion',
  summary: 'Взять прежнюю версию черновиком',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/versions/:number/restore/',
  auth: 'editor',
  params: VersionPath,
  body: z.object({ revision: Revision }),
  answer: z.object({ revision: z.number().int() }),
  refusals: ['not_found', 'stale_draft'],
})

export const uploadPicture = endpoint({
  name: 'uploadPicture',
  summary: 'Картинка в текст или обложка; поворачивается и очищается от метаданных',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/pictures/',
  auth: 'editor',
  params: MaterialPath,
  form: z.object({ kind: z.enum(['picture', 'cover']).default('picture') }),
  files: { field: 'image', kind: 'picture' },
  answer: DeskFile,
  refusals: ['not_found', 'idempotency_conflict'],
  creates: true,
})

export const uploadFile = endpoint({
  name: 'uploadFile',
  summary: 'Файл к материалу',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/files/',
  auth: 'editor',
  params: MaterialPath,
  files: { field: 'file', kind: 'attachments' },
  answer: DeskFile,
  refusals: ['not_found', 'idempotency_conflict', 'too_many_files'],
  creates: true,
})
