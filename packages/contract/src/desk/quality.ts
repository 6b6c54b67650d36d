import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, PathId, Text, Time } from '../fields/fields.ts'
import { cursorPaged } from '../page.ts'

const NOTE_MAX = 1000

/** The questions about each reviewed ticket; an answer is 2 «да», 1 «частично», 0 «нет». */
export const QUALITY_QUESTIONS = [
  'Понял, о чём спрашивают',
  'Ответил верно и полно',
  'Объяснил по шагам, простыми словами',
  'Был вежлив',
  'Довёл до решения',
] as const

export const QualityAnswers = z.array(z.number().int().min(0).max(2)).length(QUALITY_QUESTIONS.length)

/** `bad`: the restaurant rated it «нет»; `sample`: it was sampled at random. */
const Reason = z.enum(['sample', 'bad'])

const Item = z.object({ id: Id, category: z.string(), week: z.string(), reason: Reason })

/** `agents`: who answered; revealed only after scoring. */
const Scored = z.object({
  ticket_id: Id,
  number: z.number().int(),
  agents: z.array(z.string()),
  /** Out of 10. */
  score: z.number().int(),
})

const waiting = cursorPaged(Item)
export const listQuality = endpoint({
  name: 'listQuality',
  summary: 'Закрытые тикеты на проверку: без имён и без своих',
  method: 'GET',
  path: 'desk/service/quality/',
  auth: 'agent',
  query: waiting.query,
  /** `total`: the number on all pages. */
  answer: waiting.answer.extend({ total: z.number().int() }),
  refusals: ['not_found'],
})

const reviewed = cursorPaged(
  Scored.extend({ id: Id, answers: QualityAnswers, note: z.string().nullable(), reviewed_at: Time }),
)
export const listReviewed = endpoint({
  name: 'listReviewed',
  summary: 'Что я проверил',
  method: 'GET',
  path: 'desk/service/quality/mine/',
  auth: 'agent',
  query: reviewed.query,
  answer: reviewed.answer,
  refusals: ['not_found'],
})

export const getQualityTicket = endpoint({
  name: 'getQualityTicket',
  summary: 'Переписка тикета на проверку: кто её вёл, не сказано',
  method: 'GET',
  path: 'desk/service/quality/:reviewId/',
  auth: 'agent',
  params: z.object({ reviewId: PathId }),
  answer: Item.extend({
    topic: z.string().nullable(),
    /** The restaurant's comment with its rating. */
    word: z.string().nullable(),
    messages: z.array(
      z.object({ from_support: z.boolean(), text: z.string(), created_at: Time, files: z.number().int() }),
    ),
    /** Not all messages are included. */
    is_cut: z.boolean(),
  }),
  compressed: true,
  refusals: ['not_found'],
})

export const Review = z.object({ answers: QualityAnswers, note: Text(NOTE_MAX).optional() })

export const reviewTicket = endpoint({
  name: 'reviewTicket',
  summary: 'Ответить на пять вопросов о тикете; после этого видно, кто его вёл',
  method: 'POST',
  path: 'desk/service/quality/:reviewId/',
  auth: 'agent',
  params: z.object({ reviewId: PathId }),
  body: Review,
  answer: Scored,
  refusals: ['not_found', 'changed_meanwhile'],
})

const words = cursorPaged(
  z.object({
    ticket_id: Id,
    number: z.number().int(),
    restaurant: z.string(),
    score: z.enum(['good', 'bad']),
    word: z.string(),
    created_at: Time,
  }),
)
export const listRatingWords = endpoint({
  name: 'listRatingWords',
  summary: 'Что рестораны написали к оценкам за последние 90 дней, новое сверху',
  method: 'GET',
  path: 'desk/service/words/',
  auth: 'agent',
  query: words.query,
  answer: words.answer,
  compressed: true,
  refusals: ['not_found'],
})

export const getQuality = endpoint({
  name: 'getQuality',
  summary: 'Итоги проверок за 12 недель по агентам',
  method: 'GET',
  path: 'desk/admin/quality/',
  auth: 'admin',
  answer: z.object({
    waiting: z.number().int(),
    agents: z.array(
      z.object({
        id: Id,
        name: z.string(),
        reviews: z.number().int(),
        /** Mean answers, 0 to 2, in the order of the questions. */
        answers: z.array(z.number()),
      }),
    ),
  }),
  refusals: [],
})
