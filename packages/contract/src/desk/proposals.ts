import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Text } from '../fields/fields.ts'
import { OfBusiness } from './knowledge-shapes.ts'
import { AlsoAsked, MaterialPath } from './materials.ts'

/** A question of a ticket that support answered with a link to a material: a candidate for the material's `also_asked`. */
export const AskedProposal = z.object({
  question: z.string(),
  ticket: z.object({ id: Id, number: z.number().int() }),
  /** `also_asked` is the current list, which a change must send as `seen`. */
  material: z.object({ id: Id, title: z.string(), also_asked: z.array(z.string()) }),
})
export type AskedProposal = z.infer<typeof AskedProposal>

export const listAskedProposals = endpoint({
  name: 'listAskedProposals',
  summary:
    'Вопросы недавних тикетов, на которые ответили ссылкой на материал: их предлагают в «Также спрашивают»',
  method: 'GET',
  path: 'desk/knowledge/proposals/',
  auth: 'editor',
  query: OfBusiness,
  answer: z.object({ results: z.array(AskedProposal).max(20) }),
  compressed: true,
  refusals: ['not_found'],
})

/** A question whose first result a change would replace; null: no result. */
const Moved = z.object({
  question: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** A preview, before saving, of how a change would affect the results of recent questions. */
export const SearchPreview = z.object({
  /** The number of questions checked: all, at most 1,000, or as many as fit in two seconds. */
  looked: z.number().int(),
  moved: z.number().int(),
  /** Those that the search was not sure of and would be, and the reverse. */
  found: z.number().int(),
  lost: z.number().int(),
  /** The newest of the moved questions. */
  examples: z.array(Moved).max(20),
})
export type SearchPreview = z.infer<typeof SearchPreview>

export const previewSynonyms = endpoint({
  name: 'previewSynonyms',
  summary: 'Что новые группы слов изменили бы в ответах на последнюю тысячу вопросов; ничего не сохраняет',
  method: 'POST',
  path: 'desk/knowledge/synonyms/preview/',
  auth: 'editor',
  body_max: 256 * 1024,
  body: OfBusiness.extend({ groups: z.array(z.array(Text(60)).min(2).max(20)).max(500) }),
  answer: SearchPreview,
  refusals: ['not_found'],
})

export const previewAlsoAsked = endpoint({
  name: 'previewAlsoAsked',
  summary:
    'Что новый список «Также спрашивают» изменил бы в ответах на последнюю тысячу вопросов; ничего не сохраняет',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/also_asked/preview/',
  auth: 'editor',
  params: MaterialPath,
  body: z.object({ also_asked: AlsoAsked }),
  answer: SearchPreview,
  refusals: ['not_found'],
})
