import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Email, oneLine, Text } from '../fields/fields.ts'
import { WholeNumber } from '../fields/whole-number.ts'
import { Hours } from './admin.ts'

const BRAND_MAX = 40
const HOLIDAYS_MAX = 100
/** Letters of an address of a page. */
const URL_MAX = 300

const Brand = z
  .string({ error: FIELD.required })
  .transform(oneLine)
  .pipe(Text(BRAND_MAX))
  .refine((text) => !/[<>]/.test(text), { error: FIELD.bad_characters })

const SupportPhone = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text === '' || /^\+?[\d\s()-]{3,30}$/.test(text), { error: FIELD.phone })

// A path of this very site, or somebody's site; never a script or another origin in disguise.
const isPageUrl = (text: string): boolean =>
  text.length <= URL_MAX &&
  !/[\s\\\p{Cc}]/u.test(text) &&
  (/^\/(?!\/)/.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text)))

const PageUrl = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text === '' || isPageUrl(text), { error: FIELD.page_url })

const Day = z.iso.date({ error: FIELD.day })

/** What a business sets for itself over the installation's own. Sizes in bytes. */
export const OwnSettings = z.object({
  brand: Brand,
  support_phone: SupportPhone,
  support_email: z.union([z.literal(''), Email], { error: FIELD.email }),
  panel_url: PageUrl,
  marketplace_url: PageUrl,
  working_hours: z.array(Hours).length(7).nullable(),
  holidays: z.array(Day).max(HOLIDAYS_MAX),
  tickets_per_10_minutes: WholeNumber(1, 1000),
  replies_per_minute: WholeNumber(1, 1000),
  file_max_bytes: WholeNumber(1024, 1024 ** 3),
  files_max: WholeNumber(1, 100),
  password_min: WholeNumber(8, 64),
  /** Whether everybody at the desk needs a second step to sign in. */
  two_steps: z.boolean(),
})
export type OwnSettings = z.output<typeof OwnSettings>
export type SettingName = keyof OwnSettings

/** Every one of them as it stands in an answer. */
const Values = z.object({
  brand: z.string(),
  support_phone: z.string(),
  support_email: z.string(),
  panel_url: z.string(),
  marketplace_url: z.string(),
  working_hours: z.array(z.string()).length(7).nullable(),
  holidays: z.array(z.string()),
  tickets_per_10_minutes: z.number().int(),
  replies_per_minute: z.number().int(),
  file_max_bytes: z.number().int(),
  files_max: z.number().int(),
  password_min: z.number().int(),
  two_steps: z.boolean(),
})

export const AdminSettings = z.object({
  /** What holds now. */
  values: Values,
  /** What the installation says; its limits are also the widest that a business may set. */
  defaults: Values,
  /** Names of what the business has set for itself. */
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
    values: z.object({
      brand: Brand.nullable().optional(),
      support_phone: SupportPhone.nullable().optional(),
      support_email: OwnSettings.shape.support_email.nullable().optional(),
      panel_url: PageUrl.nullable().optional(),
      marketplace_url: PageUrl.nullable().optional(),
      working_hours: OwnSettings.shape.working_hours.optional(),
      holidays: OwnSettings.shape.holidays.nullable().optional(),
      tickets_per_10_minutes: OwnSettings.shape.tickets_per_10_minutes.nullable().optional(),
      replies_per_minute: OwnSettings.shape.replies_per_minute.nullable().optional(),
      file_max_bytes: OwnSettings.shape.file_max_bytes.nullable().optional(),
      files_max: OwnSettings.shape.files_max.nullable().optional(),
      password_min: OwnSettings.shape.password_min.nullable().optional(),
      two_steps: OwnSettings.shape.two_steps.nullable().optional(),
    }),
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
