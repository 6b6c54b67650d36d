import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, PathId, Text, Time } from '../fields/fields.ts'
import { Page, PageSize, paged } from '../page.ts'
import { Created, MaterialState, Name, Named, OfBusiness, Ok, Position } from './knowledge-shapes.ts'
import { ReviewState } from './material/review.ts'

export const DeskMaterialItem = z.object({
  id: Id,
  title: z.string(),
  state: MaterialState,
  /** From 1; null if it is not in the FAQ. */
  faq_position: z.number().int().nullable(),
  edited_at: Time,
  helpful: z.number().int(),
  not_helpful: z.number().int(),
  /** The person responsible for it: see {@link MaterialCare}. */
  owner: Id.nullable().default(null),
  /** The day of its next check. */
  check_on: z.string().nullable().default(null),
  /** When its scheduled text is published. */
  publish_at: Time.nullable().default(null),
  /** The state of its review by a second editor. */
  review: ReviewState.nullable().default(null),
  /** The audience as a text; null: everyone. See {@link MaterialAudience}. */
  audience: z.string().nullable().default(null),
})
export type DeskMaterialItem = z.infer<typeof DeskMaterialItem>

export const DeskTree = z.object({
  business: Named,
  /** The IANA time zone of its calendar. */
  zone: z.string().default('Asia/Tashkent'),
  /** The people who may be responsible for a material. */
  editors: z.array(Named).default([]),
  sections: z.array(
    Named.extend({ subcategories: z.array(Named.extend({ materials: z.array(DeskMaterialItem) })) }),
  ),
})
export type DeskTree = z.infer<typeof DeskTree>

const SectionPath = z.object({ sectionId: PathId })
const SubcategoryPath = z.object({ subcategoryId: PathId })

export const getTree = endpoint({
  name: 'getTree',
  summary: 'Вся база знаний: разделы, подразделы и материалы с их состоянием',
  method: 'GET',
  path: 'desk/knowledge/tree/',
  auth: 'editor',
  query: OfBusiness,
  answer: DeskTree,
  compressed: true,
  refusals: ['not_found'],
})

export const createSection = endpoint({
  name: 'createSection',
  summary: 'Новый раздел, последним',
  method: 'POST',
  path: 'desk/knowledge/sections/',
  auth: 'editor',
  body: OfBusiness.extend({ name: Name }),
  answer: Created,
  refusals: ['not_found', 'idempotency_conflict'],
  creates: true,
})

export const renameSection = endpoint({
  name: 'renameSection',
  summary: 'Переименовать раздел',
  method: 'POST',
  path: 'desk/knowledge/sections/:sectionId/',
  auth: 'editor',
  params: SectionPath,
  body: z.object({ name: Name }),
  answer: Ok,
  refusals: ['not_found'],
})

export const moveSection = endpoint({
  name: 'moveSection',
  summary: 'Поставить раздел на другое место',
  method: 'POST',
  path: 'desk/knowledge/sections/:sectionId/move/',
  auth: 'editor',
  params: SectionPath,
  body: z.object({ position: Position }),
  answer: Ok,
  refusals: ['not_found'],
})

export const deleteSection = endpoint({
  name: 'deleteSection',
  summary: 'Удалить пустой раздел',
  method: 'POST',
  path: 'desk/knowledge/sections/:sectionId/delete/',
  auth: 'editor',
  params: SectionPath,
  answer: Ok,
  refusals: ['not_found', 'not_empty'],
})

export const createSubcategory = endpoint({
  name: 'createSubcategory',
  summary: 'Новый подраздел, последним',
  method: 'POST',
  path: 'desk/knowledge/subcategories/',
  auth: 'editor',
  body: z.object({ section: PathId, name: Name }),
  answer: Created,
  refusals: ['not_found', 'idempotency_conflict'],
  creates: true,
})

export const renameSubcategory = endpoint({
  name: 'renameSubcategory',
  summary: 'Переименовать подраздел',
  method: 'POST',
  path: 'desk/knowledge/subcategories/:subcategoryId/',
  auth: 'editor',
  params: SubcategoryPath,
  body: z.object({ name: Name }),
  answer: Ok,
  refusals: ['not_found'],
})

export const moveSubcategory = endpoint({
  name: 'moveSubcategory',
  summary: 'Поставить подраздел на другое место, в том же разделе или в другом',
  method: 'POST',
  path: 'desk/knowledge/subcategories/:subcategoryId/move/',
  auth: 'editor',
  params: SubcategoryPath,
  body: z.object({ section: PathId, position: Position }),
  answer: Ok,
  refusals: ['not_found'],
})

export const deleteSubcategory = endpoint({
  name: 'deleteSubcategory',
  summary: 'Удалить пустой подраздел',
  method: 'POST',
  path: 'desk/knowledge/subcategories/:subcategoryId/delete/',
  auth: 'editor',
  params: SubcategoryPath,
  answer: Ok,
  refusals: ['not_found', 'not_empty'],
})

export const setFaq = endpoint({
  name: 'setFaq',
  summary: 'Частые вопросы: какие материалы и в каком порядке',
  method: 'POST',
  path: 'desk/knowledge/faq/',
  auth: 'editor',
  body: OfBusiness.extend({
    materials: z.array(PathId).max(100),
    /** The list that the change is based on; the save is refused if it has changed since. */
    seen: z.array(PathId).max(1000),
  }),
  answer: Ok,
  refusals: ['not_found', 'stale_draft'],
})

/** The revision of the synonyms; a save based on an older revision is refused. */
const SynonymsRevision = PathId

export const getSynonyms = endpoint({
  name: 'getSynonyms',
  summary: 'Слова, которые поиск считает одним и тем же',
  method: 'GET',
  path: 'desk/knowledge/synonyms/',
  auth: 'editor',
  query: OfBusiness,
  answer: z.object({ groups: z.array(z.array(z.string())), revision: SynonymsRevision }),
  compressed: true,
  refusals: ['not_found'],
})

const SynonymWord = Text(60).transform((text) => text.trim())

export const setSynonyms = endpoint({
  name: 'setSynonyms',
  summary: 'Заменить все группы слов',
  method: 'POST',
  path: 'desk/knowledge/synonyms/',
  auth: 'editor',
  body_max: 256 * 1024,
  body: OfBusiness.extend({
    groups: z.array(z.array(SynonymWord).min(2).max(20)).max(500),
    revision: SynonymsRevision,
  }),
  answer: Ok.extend({ revision: SynonymsRevision }),
  refusals: ['not_found', 'stale_draft'],
})

/** A built-in group of synonyms; a business may turn it off. */
export const ThesaurusGroup = z.object({
  /** Its first word, which never changes. */
  id: z.string(),
  area: z.string(),
  words: z.array(z.string()),
  /** One-way meanings: these words also find them, but not the reverse. */
  means: z.array(z.string()),
})
export type ThesaurusGroup = z.infer<typeof ThesaurusGroup>

export const getThesaurus = endpoint({
  name: 'getThesaurus',
  summary: 'Слова ресторанов, которые поиск знает сам, и какие из них выключены',
  method: 'GET',
  path: 'desk/knowledge/thesaurus/',
  auth: 'editor',
  query: OfBusiness,
  answer: z.object({ groups: z.array(ThesaurusGroup), off: z.array(z.string()) }),
  compressed: true,
  refusals: ['not_found'],
})

export const switchThesaurus = endpoint({
  name: 'switchThesaurus',
  summary: 'Выключить или включить группу слов для своего бизнеса',
  method: 'POST',
  path: 'desk/knowledge/thesaurus/',
  auth: 'editor',
  body: OfBusiness.extend({ group: Text(60), on: z.boolean() }),
  answer: Ok,
  refusals: ['not_found'],
})

/** A gap in the knowledge base: a search without a result, a material that did not help, or a ticket that no material answers. */
export const KnowledgeGap = z.object({
  id: Id,
  kind: z.enum(['search', 'feedback', 'ticket']),
  /** For a search: the typed text. */
  query: z.string().nullable(),
  /** For feedback: the material. */
  material: z.object({ id: Id, title: z.string() }).nullable(),
  /** For a ticket: the ticket whose answer is in no material; null if it was deleted, and for other kinds. */
  ticket: z.object({ id: Id, number: z.number().int() }).nullable(),
  /** The number of people. */
  people: z.number().int(),
  /** What they missed, newest first, at most ten texts. */
  texts: z.array(z.string()),
  /** The number of further texts. */
  more_texts: z.number().int(),
  last_at: Time,
  closed_at: Time.nullable(),
  /** The material that answers it; if the gap is open, the one being written for it. */
  answer: z.object({ id: Id, title: z.string() }).nullable(),
  /** For a search: the material that currently matches best. */
  near: z.object({ id: Id, title: z.string() }).nullable(),
  /** The id of the first gap on this page that is certainly about the same problem; otherwise its own id, or absent. */
  about: Id.optional(),
})
export type KnowledgeGap = z.infer<typeof KnowledgeGap>

export const listGaps = endpoint({
  name: 'listGaps',
  summary: 'Поиски без ответа и ответы «не помогло», новые первыми',
  method: 'GET',
  path: 'desk/knowledge/gaps/',
  auth: 'editor',
  query: OfBusiness.extend({
    page: Page,
    page_size: PageSize,
    closed: z.enum(['true', 'false']).default('false'),
  }),
  answer: paged(KnowledgeGap),
  compressed: true,
  refusals: ['not_found'],
})

export const closeGap = endpoint({
  name: 'closeGap',
  summary:
    'Закрыть строку очереди, если можно — материалом; неопубликованный закроет её, когда его опубликуют',
  method: 'POST',
  path: 'desk/knowledge/gaps/:gapId/close/',
  auth: 'editor',
  params: z.object({ gapId: PathId }),
  body: z.object({ material: PathId.nullable().default(null) }),
  /** `closed` is false if the material is not visible to readers yet: the gap is closed when it is published. */
  answer: Ok.extend({ closed: z.boolean() }),
  refusals: ['not_found'],
})
