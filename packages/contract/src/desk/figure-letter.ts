import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The e-mail sent each Monday: the figures that changed most in the previous week. */
const FigureLetter = z.object({
  is_wanted: z.boolean(),
  /** The confirmed address for it; null: none. */
  email: z.string().nullable(),
  /** Why no e-mail can be sent, as a sentence; null: it can. */
  closed: z.string().nullable(),
})
export type FigureLetter = z.infer<typeof FigureLetter>

export const getFigureLetter = endpoint({
  name: 'getFigureLetter',
  summary: 'Приходит ли руководителю письмо с показателями по понедельникам',
  method: 'GET',
  path: 'desk/service/figures/letter/',
  auth: 'admin',
  answer: FigureLetter,
  refusals: [],
})

export const setFigureLetter = endpoint({
  name: 'setFigureLetter',
  summary: 'Получать ли письмо с показателями по понедельникам',
  method: 'POST',
  path: 'desk/service/figures/letter/',
  auth: 'admin',
  body: z.object({ is_wanted: z.boolean() }),
  answer: FigureLetter,
  refusals: [],
})
