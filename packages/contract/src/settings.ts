import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ON_PAGES } from './settings-table.ts'

/** The schema, in an answer, of each kind of setting that pages receive; a week that was never set is null. */
export const ANSWERS = {
  line: z.string(),
  week: z.array(z.string()).length(7).nullable(),
  days: z.array(z.string()),
}

/** The shape of an answer with some settings: for each, the schema of its kind. */
export const answersOf = <
  Kinds extends Record<string, z.ZodType>,
  Rows extends Record<string, { kind: keyof Kinds & string }>,
>(
  rows: Rows,
  kinds: Kinds,
) =>
  Object.fromEntries(Object.entries(rows).map(([name, { kind }]) => [name, kinds[kind]])) as {
    [Name in keyof Rows]: Kinds[Rows[Name]['kind']]
  }

/** The settings that every page of a business shows. */
export const Settings = z.object({
  ...answersOf(ON_PAGES, ANSWERS),
  /** The address of the logo, relative to the server's root; null: none. */
  logo_url: z.string().nullable(),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = endpoint({
  name: 'getSettings',
  summary: 'Название, логотип, связь с поддержкой и её часы в бизнесе вошедшего человека',
  method: 'GET',
  path: 'users/settings/',
  auth: 'person',
  answer: Settings,
  refusals: [],
})

export const getPublicSettings = endpoint({
  name: 'getPublicSettings',
  summary:
    'То же для того, кто ещё не вошёл: единственного бизнеса установки, а если их несколько — установки',
  method: 'GET',
  path: 'settings/',
  auth: 'public',
  answer: Settings,
  refusals: [],
})
