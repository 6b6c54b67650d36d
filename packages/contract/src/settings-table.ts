/**
 * Every setting of a business, in the order of its form. The calls, what the server keeps and lays over its configuration,
 * the journal and the form are derived from it; the words are in settings.texts.ts. Only data: every first load carries
 * the first half of it, and no schema.
 */

/** The settings that every page of a business is told. `initial`: what holds where nobody has set anything. */
export const ON_PAGES = {
  brand: { kind: 'line', is: 'name', initial: 'Подмога', covers: 'BRAND' },
  /** Empty: not shown. */
  support_phone: { kind: 'line', is: 'phone', initial: '', covers: 'SUPPORT_PHONE' },
  support_email: { kind: 'line', is: 'email', initial: '', covers: 'SUPPORT_EMAIL' },
  /** The restaurant's web panel; `{restaurantId}` stands for the restaurant. */
  panel_url: {
    kind: 'line',
    is: 'page_url',
    initial: '/restaurants/{restaurantId}',
    covers: 'PANEL_URL',
    is_never_empty: true,
  },
  marketplace_url: { kind: 'line', is: 'page_url', initial: '', covers: 'MARKETPLACE_URL' },
  /** When support answers. */
  working_hours: { kind: 'week', initial: null },
  /** Days without support. */
  holidays: { kind: 'days', initial: [] },
} as const satisfies Table

/** The settings that only the form of its administrators shows. */
const AT_DESK = {
  tickets_per_10_minutes: {
    kind: 'number',
    min: 1,
    max: 1000,
    covers: 'TICKETS_PER_10_MINUTES',
    narrows: 'at_most',
  },
  replies_per_minute: { kind: 'number', min: 1, max: 1000, covers: 'REPLIES_PER_MINUTE', narrows: 'at_most' },
  file_max_bytes: {
    kind: 'bytes',
    min: 1024,
    max: 1_073_741_824,
    covers: 'FILE_MAX_BYTES',
    narrows: 'at_most',
  },
  files_max: { kind: 'number', min: 1, max: 100, covers: 'FILES_MAX', narrows: 'at_most' },
  password_min: { kind: 'number', min: 8, max: 64, covers: 'PASSWORD_MIN', narrows: 'at_least' },
  /** How long the link of an invitation opens, in days. */
  invitation_days: { kind: 'number', min: 1, max: 30, initial: 7 },
  /** Days after closing in which a restaurant may say that a ticket is not solved; 0: never. */
  reopen_days: { kind: 'number', min: 0, max: 365, initial: 14 },
  /** How many closed tickets a week colleagues look at again; 0: none but those that were rated «нет». */
  quality_sample: { kind: 'number', min: 0, max: 50, initial: 10 },
  /** Whether what an editor publishes waits for another one. */
  second_editor: { kind: 'flag', initial: false },
  /** Whether anybody may read the page of state, `/status/{network}`. */
  status_page: { kind: 'flag', initial: false },
  /** Whether the list of a new owner's first steps is put away. */
  start_away: { kind: 'flag', initial: false },
  /** Whether everybody at the desk needs a second step to sign in. */
  two_steps: { kind: 'flag', initial: false, covers: 'TWO_STEPS', is_confirmed: true },
} as const satisfies Table

export const SETTINGS = /* @__PURE__ */ Object.assign({}, ON_PAGES, AT_DESK)

/** The values of each kind; the kind also says which field of the form a setting has. */
interface Values {
  line: string
  number: number
  /** A number that people read in megabytes. */
  bytes: number
  /** Where the installation has it on, it stays on. */
  flag: boolean
  /** "10:00-23:00" for each weekday from Monday, "" for a day off. */
  week: string[]
  /** As 2026-01-31. */
  days: string[]
}
export type SettingKind = keyof Values

/** What a line must be; see desk/settings.ts. */
export type LineRule = 'name' | 'phone' | 'email' | 'page_url'

interface Common {
  /** The value of the installation's configuration that holds until the business sets its own. */
  covers?: string
  /** The installation's number is a bound, too: a business may only set what is at most, or at least, that. */
  narrows?: 'at_most' | 'at_least'
  /** An empty line is the installation's value, too. */
  is_never_empty?: true
  /** Whoever changes it must have proved who they are in the last minutes. */
  is_confirmed?: true
}

/** What the table says of a setting. */
export type Setting = Common &
  (
    | { kind: 'line'; is: LineRule; initial: string }
    | { kind: 'number' | 'bytes'; min: number; max: number; initial?: number }
    | { kind: 'flag'; initial: boolean }
    | { kind: 'week'; initial: null }
    | { kind: 'days'; initial: readonly [] }
  )
type Table = Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
type KindOf<Name extends SettingName> = (typeof SETTINGS)[Name]['kind']
/** The names of the settings of a kind. */
export type SettingOf<Kind extends SettingKind> = {
  [Name in SettingName]: KindOf<Name> extends Kind ? Name : never
}[SettingName]

export const SETTING_NAMES = /* @__PURE__ */ Object.keys(SETTINGS) as SettingName[]

/** What a business sets for itself over the installation's own. Sizes in bytes. */
export type OwnSettings = { [Name in SettingName]: Values[KindOf<Name>] }
