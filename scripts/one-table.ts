// Checks that values of the contract's tables are not repeated elsewhere.
import { SETTINGS } from '../packages/contract/src/settings-table.ts'
import { SHARE_PATH, SHORTCUT_NAMES, STAFF_PAGES } from '../packages/contract/src/staff-pages.ts'

/** The words beside an id in the staff app's addresses: tickets, section, material, shift, profile. */
const WORDS = [
  ...new Set(
    Object.values(STAFF_PAGES).flatMap((path) => path.match(/(?<=^\/:restaurantId\/)\w+|\w+(?=\/:)/g) ?? []),
  ),
]
const LAST_WORDS = Object.values(STAFF_PAGES).flatMap((path) => path.match(/(?<=\/\w+\/)\w+$/) ?? [])

/** How an id in a route pattern, a template or a regular expression ends and begins. */
const ID_BEFORE = String.raw`(?:[}\])*+?]|:\w+)`
const ID_AFTER = String.raw`(?::\w|\$\{|\[|\()`

const spelled = (words: readonly string[]): RegExp[] =>
  [
    String.raw`['"\`]/:restaurantId`,
    String.raw`${ID_BEFORE}(?:\(\?:)?\\?/(?:\(\?:)?(?:${WORDS.join('|')})\b`,
    // Paths of calls have one of these prefixes.
    String.raw`(?<!(?:desk|users|select)/)\b(?:${words.join('|')})\\?/(?:${ID_AFTER}|(?:${LAST_WORDS.join('|')})\b)`,
    String.raw`\bpaths\.\w+\([^)]*\)\}/\w`,
    String.raw`\?open=\w`,
  ].map((pattern) => new RegExp(pattern))

const EVERYWHERE = spelled(WORDS)
// The desk has its own addresses of tickets.
const AT_DESK = spelled(WORDS.filter((word) => word !== 'tickets'))

/** Returns the lines of a source that contain an address of the staff app. */
export const addressesIn = (path: string, text: string): string[] => {
  const patterns = path.startsWith('apps/desk/') ? AT_DESK : EVERYWHERE
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/\/|\/?\*)|\bfrom '|\bimport\(/.test(line))
    .filter((line) => patterns.some((pattern) => pattern.test(line)))
}

interface Manifest {
  shortcuts: { name: string; url: string }[]
  share_target: { action: string }
}

/** Returns the staff app's manifest with the addresses of the table. */
export const manifestOf = (manifest: Manifest): Manifest => {
  const shortcuts = Object.entries(SHORTCUT_NAMES).map(([open, name]) => ({ name, url: `/?open=${open}` }))
  const share_target = { ...manifest.share_target, action: SHARE_PATH }
  return { ...manifest, shortcuts, share_target }
}

const PAGE_SHELLS = ['apps/staff/src/app/shell/', 'apps/intranet/src/session/']

/**
 * The files that use a setting, if more than one: apart from the table, its texts and its test, one file may name a
 * setting. A path that ends in "/" is a folder.
 */
const USERS: Record<string, readonly string[]> = {
  // A command cannot read the settings of a running server.
  second_editor: [
    'apps/server/src/knowledge/editing/review.ts',
    'apps/server/src/knowledge/exchange/import.sql.ts',
  ],
  // The shell of every page, and the page shown while the server starts.
  brand: [
    ...PAGE_SHELLS,
    'apps/desk/src/app/frame.tsx',
    'apps/server/src/http/port/open-port.ts',
    'apps/server/src/profile/password/rules.ts',
  ],
  // The page without scripts shows it too.
  support_phone: [...PAGE_SHELLS, 'apps/server/src/pages/old-browser.ts'],
  // The server prerenders the home page, which shows it.
  support_email: [
    ...PAGE_SHELLS,
    'apps/staff/src/knowledge/home/home.layout.tsx',
    'apps/staff/src/screen.server.tsx',
    'apps/server/src/pages/screens.ts',
    'apps/server/src/pages/old-browser.ts',
  ],
  // Deadlines depend on support's hours.
  working_hours: ['apps/staff/src/app/shell/support-hours.ts', 'apps/server/src/service/levels/versions.ts'],
  holidays: ['apps/staff/src/app/shell/support-hours.ts', 'apps/server/src/service/levels/versions.ts'],
  // Also the name of an upload limit, which it sets.
  files_max: ['apps/server/src/files/read-multipart.ts', 'apps/server/src/files/receive-file.ts'],
  // Used by the list itself and by the call that dismisses it.
  start_away: ['apps/server/src/business/business.routes.ts', 'apps/desk/src/business/start.page.tsx'],
  // Also a name in the texts of the second step.
  two_steps: [
    'apps/server/src/business/settings/settings.routes.ts',
    'apps/server/src/http/settings.ts',
    'packages/web/src/session/second-step.texts.ts',
    'packages/web/src/security/security-part.tsx',
  ],
}

/** Returns sources that name a setting but are not listed as its users, as `path: name`. */
export const strayNames = (sources: readonly { path: string; text: string }[]): string[] =>
  Object.keys(SETTINGS).flatMap((name) => {
    const word = new RegExp(`^(?!\\s*(?://|/?\\*)).*\\b${name}\\b`, 'm')
    const naming = sources.filter(({ text }) => word.test(text)).map(({ path }) => path)
    const users = USERS[name]
    const stray =
      users === undefined
        ? naming.slice(1)
        : naming.filter((path) => !users.some((user) => path.startsWith(user)))
    return stray.map((path) => `${path}: ${name}`)
  })
