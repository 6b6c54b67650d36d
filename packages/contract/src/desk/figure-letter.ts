import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The letter of each Monday: which figures changed most in the week before. */
const FigureLetter = z.object({
  is_wanted: z.boolean(),
  /** The confirmed address to which it goes; null: there is none. */
  email: z.string().nullable(),
  /** Why no letter goes out at all, as a sentence; null: it does. */
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
