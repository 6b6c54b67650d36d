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
  /** How it begins. */
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
    /** False: none is surely about the same; absent means true. */
    sure: z.boolean().optional(),
  }),
  compressed: true,
  refusals: [],
})

/** An answer that closed alike tickets before; what stands in {braces} is filled in when it is used. */
export const PastAnswer = z.object({
  text: z.string(),
  /** How many alike tickets it closed that nobody took back. */
  helped: z.number().int(),
  /** The most alike of them. */
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
    /** False: nothing is surely about the same. */
    sure: z.boolean(),
  }),
  compressed: true,
  refusals: ['not_found'],
})
