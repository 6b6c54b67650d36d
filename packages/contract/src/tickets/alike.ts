import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, isStorable, PathId, Time } from '../fields/fields.ts'
import { SEARCH_MAX } from '../fields/limits.ts'

export const OwnAlike = z.object({
  id: Id,
  number: z.number().int(),
  category: z.string(),
  created_at: Time,
  /** The beginning of its first message. */
  first_words: z.string(),
})
export type OwnAlike = z.infer<typeof OwnAlike>

export const listOwnAlike = endpoint({
  name: 'listOwnAlike',
  summary: 'Открытые тикеты своего ресторана, похожие на то, что сейчас пишут; не больше двух',
  method: 'GET',
  path: 'help_desk/alike/',
  auth: 'staff',
  query: z.object({ q: z.string().max(SEARCH_MAX).refine(isStorable, { error: FIELD.bad_characters }) }),
  answer: z.object({
    results: z.array(OwnAlike),
    /** False if no result is certainly about the same problem; absent means true. */
    sure: z.boolean().optional(),
  }),
  compressed: true,
  refusals: [],
})

/** An answer that closed similar tickets before; placeholders in {braces} are filled in on use. */
export const PastAnswer = z.object({
  text: z.string(),
  /** The number of similar tickets that it closed and that were not reopened. */
  helped: z.number().int(),
  /** The most similar of them. */
  ticket: z.object({ id: Id, number: z.number().int() }),
})
export type PastAnswer = z.infer<typeof PastAnswer>

export const listPastAnswers = endpoint({
  name: 'listPastAnswers',
  summary: '«Так уже отвечали»: чем закрыты самые похожие тикеты бизнеса, без имён и чисел; не больше трёх',
  method: 'GET',
  path: 'desk/tickets/:ticketId/answers_from_past/',
  auth: 'agent',
  params: z.object({ ticketId: PathId }),
  answer: z.object({
    results: z.array(PastAnswer),
    /** False if no result is certainly about the same problem. */
    sure: z.boolean(),
  }),
  compressed: true,
  refusals: ['not_found'],
})
