/**
 * Every setting of a business, in the order of the form. The calls, the stored overrides of the server's configuration,
 * the journal and the form are derived from this table; the texts are in settings.texts.ts. It is plain data without
 * schemas: every first load contains its first half.
 */

/** The settings that every page of a business receives. `initial`: the value if nothing is set. */
export const ON_PAGES = {
  brand: { kind: 'line', is: 'name', initial: 'Подмога', covers: 'BRAND' },
  /** Not shown if empty. */
  support_phone: { kind: 'line', is: 'phone', initial: '', covers: 'SUPPORT_PHONE' },
  support_email: { kind: 'line', is: 'email', initial: '', covers: 'SUPPORT_EMAIL' },
  /** The restaurant's web panel; `{restaurantId}` is replaced by the restaurant's id. */
  panel_url: {
    kind: 'line',
    is: 'page_url',
    initial: '/restaurants/{restaurantId}',
    covers: 'PANEL_URL',
    is_never_empty: true,
  },
  marketplace_url: { kind: 'line', is: 'page_url', initial: '', covers: 'MARKETPLACE_URL' },
  /** The hours of support. */
  working_hours: { kind: 'week', initial: null },
  /** Days without support. */
  holidays: { kind: 'days', initial: [] },
} as const satisfies Table

/** The settings that only the administrators' form shows. */
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
  /** How long the link of an invitation is valid, in days. */
  invitation_days: { kind: 'number', min: 1, max: 30, initial: 7 },
  /** For how many days after closing a restaurant may reopen a ticket as not solved; 0: never. */
  reopen_days: { kind: 'number', min: 0, max: 365, initial: 14 },
  /** How many closed tickets a week are sampled for review by colleagues; 0: only those rated «нет» are reviewed. */
  quality_sample: { kind: 'number', min: 0, max: 50, initial: 10 },
  /** Whether a second editor must approve what an editor publishes. */
  second_editor: { kind: 'flag', initial: false },
  /** Whether the status page, `/status/{network}`, is public. */
  status_page: { kind: 'flag', initial: false },
  /** Whether the list of a new owner's first steps is hidden. */
  start_away: { kind: 'flag', initial: false },
  /** Whether everyone at the desk needs a second step to sign in. */
  two_steps: { kind: 'flag', initial: false, covers: 'TWO_STEPS', is_confirmed: true },
} as const satisfies Table

export const SETTINGS = /* @__PURE__ */ Object.assign({}, ON_PAGES, AT_DESK)

/** The value type of each kind; the kind also determines the form field of a setting. */
interface Values {
  line: string
  number: number
  /** Bytes, shown in megabytes. */
  bytes: number
  /** If the installation turns it on, a business cannot turn it off. */
  flag: boolean
  /** "10:00-23:00" for each weekday from Monday, "" for a day off. */
  week: string[]
  /** Such as 2026-01-31. */
  days: string[]
}
export type SettingKind = keyof Values

/** The validation rule of a line; see desk/settings.ts. */
export type LineRule = 'name' | 'phone' | 'email' | 'page_url'

interface Common {
  /** The configuration value of the installation that applies until the business sets its own. */
  covers?: string
  /** The installation's number is also a bound: a business may set at most, or at least, that number. */
  narrows?: 'at_most' | 'at_least'
  /** An empty line also means the installation's value. */
  is_never_empty?: true
  /** A person who changes it must have confirmed their identity within the last minutes. */
  is_confirmed?: true
}

/** A row of the table. */
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
/** The names of the settings of one kind. */
export type SettingOf<Kind extends SettingKind> = {
  [Name in SettingName]: KindOf<Name> extends Kind ? Name : never
}[SettingName]

export const SETTING_NAMES = /* @__PURE__ */ Object.keys(SETTINGS) as SettingName[]

/** The settings of a business that override the installation's. Sizes in bytes. */
export type OwnSettings = { [Name in SettingName]: Values[KindOf<Name>] }
