import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Email, oneLine, Text } from '../fields/fields.ts'
import { isUrl } from '../fields/is-url.ts'
import { WholeNumber } from '../fields/whole-number.ts'
import { ANSWERS, answersOf } from '../settings.ts'
import { type LineRule, type OwnSettings, SETTINGS, type Setting } from '../settings-table.ts'
import { Hours } from './admin.ts'
import { DESK_FIELD } from './field-texts.ts'

const NAME_MAX = 40
const DAYS_MAX = 100
/** Characters of a page URL. */
const URL_MAX = 300

// A path of this site or an http(s) URL; never a script URL or a protocol-relative URL.
const isPageUrl = (text: string): boolean =>
  text.length <= URL_MAX &&
  !/[\s\\\p{Cc}]/u.test(text) &&
  (/^\/(?!\/)/.test(text) || (/^https?:\/\//.test(text) && isUrl(text)))

const LINES: Record<LineRule, z.ZodType<string>> = {
  name: z
    .string({ error: FIELD.required })
    .transform(oneLine)
    .pipe(Text(NAME_MAX))
    .refine((text) => !/[<>]/.test(text), { error: FIELD.bad_characters }),
  phone: z
    .string()
    .transform((text) => text.trim())
    .refine((text) => text === '' || /^\+?[\d\s()-]{3,30}$/.test(text), { error: FIELD.phone }),
  email: z.union([z.literal(''), Email], { error: FIELD.email }),
  page_url: z
    .string()
    .transform((text) => text.trim())
    .refine((text) => text === '' || isPageUrl(text), { error: DESK_FIELD.page_url }),
}

/** The schema of the values that a business may set. */
const schemaOf = (row: Setting): z.ZodType => {
  if (row.kind === 'line') return LINES[row.is]
  if (row.kind === 'flag') return z.boolean()
  if (row.kind === 'week') return z.array(Hours).length(7)
  if (row.kind === 'days') return z.array(z.iso.date({ error: DESK_FIELD.day })).max(DAYS_MAX)
  return WholeNumber(row.min, row.max)
}

/** Null resets a setting to the installation's value; missing settings stay unchanged. */
const Changes = z.object(
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, row]) => [name, schemaOf(row).nullable().optional()]),
  ) as unknown as {
    [Name in keyof OwnSettings]: z.ZodOptional<z.ZodNullable<z.ZodType<OwnSettings[Name], OwnSettings[Name]>>>
  },
)

const Values = z.object(
  answersOf(SETTINGS, {
    ...ANSWERS,
    number: z.number().int(),
    bytes: z.number().int(),
    flag: z.boolean(),
  }),
)

export const AdminSettings = z.object({
  /** The effective values. */
  values: Values,
  /** The installation's values; its limits are also the bounds of what a business may set. */
  defaults: Values,
  /** The names of the settings that the business has set itself. */
  own: z.array(z.string()),
  logo_url: z.string().nullable(),
  revision: z.string(),
})
export type AdminSettings = z.infer<typeof AdminSettings>

export const getAdminSettings = endpoint({
  name: 'getAdminSettings',
  summary: 'Настройки бизнеса: что действует и что задано установкой',
  method: 'GET',
  path: 'desk/admin/settings/',
  auth: 'admin',
  answer: AdminSettings,
  refusals: [],
})

export const setAdminSettings = endpoint({
  name: 'setAdminSettings',
  summary: 'Изменить настройки бизнеса; null — вернуть заданное установкой',
  method: 'POST',
  path: 'desk/admin/settings/',
  auth: 'admin',
  confirmed: 'sometimes',
  body: z.object({
    revision: z.string().max(100),
    values: Changes,
  }),
  answer: AdminSettings,
  refusals: ['stale_draft'],
})

export const setLogo = endpoint({
  name: 'setLogo',
  summary: 'Логотип бизнеса: картинка становится квадратной; без файла логотип убирается',
  method: 'POST',
  path: 'desk/admin/logo/',
  auth: 'admin',
  form: z.object({}),
  files: { field: 'image', kind: 'photo' },
  answer: AdminSettings,
  refusals: [],
})
