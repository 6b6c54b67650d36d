// What stands in one table of the contract is spelled nowhere else.
import { SETTINGS } from '../packages/contract/src/settings-table.ts'
import { SHARE_PATH, SHORTCUT_NAMES, STAFF_PAGES } from '../packages/contract/src/staff-pages.ts'

/** The words of the staff app's addresses that stand beside an id: tickets, section, material, shift, profile. */
const WORDS = [
  ...new Set(
    Object.values(STAFF_PAGES).flatMap((path) => path.match(/(?<=^\/:restaurantId\/)\w+|\w+(?=\/:)/g) ?? []),
  ),
]
const LAST_WORDS = Object.values(STAFF_PAGES).flatMap((path) => path.match(/(?<=\/\w+\/)\w+$/) ?? [])

/** What stands for an id in a pattern, in a template or in an expression ends so, or begins so. */
const ID_BEFORE = String.raw`(?:[}\])*+?]|:\w+)`
const ID_AFTER = String.raw`(?::\w|\$\{|\[|\()`

const spelled = (words: readonly string[]): RegExp[] =>
  [
    String.raw`['"\`]/:restaurantId`,
    String.raw`${ID_BEFORE}(?:\(\?:)?\\?/(?:\(\?:)?(?:${WORDS.join('|')})\b`,
    // The paths of calls say first whose they are.
    String.raw`(?<!(?:desk|users|select)/)\b(?:${words.join('|')})\\?/(?:${ID_AFTER}|(?:${LAST_WORDS.join('|')})\b)`,
    String.raw`\bpaths\.\w+\([^)]*\)\}/\w`,
    String.raw`\?open=\w`,
  ].map((pattern) => new RegExp(pattern))

const EVERYWHERE = spelled(WORDS)
// It has addresses of tickets of its own.
const AT_DESK = spelled(WORDS.filter((word) => word !== 'tickets'))

/** The lines of a source that spell an address of the staff app. */
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

/** The staff app's manifest as it stands, with the addresses of the table in it. */
export const manifestOf = (manifest: Manifest): Manifest => {
  const shortcuts = Object.entries(SHORTCUT_NAMES).map(([open, name]) => ({ name, url: `/?open=${open}` }))
  const share_target = { ...manifest.share_target, action: SHARE_PATH }
  return { ...manifest, shortcuts, share_target }
}

const PAGE_SHELLS = ['apps/staff/src/app/shell/', 'apps/intranet/src/session/']

/**
 * Who uses a setting, where that is more than one file: beside the table, its words and its test each setting is named by
 * one. A path that ends in "/" is a folder.
 */
const USERS: Record<string, readonly string[]> = {
  // A command knows no settings of a running server.
  second_editor: [
    'apps/server/src/knowledge/editing/knowledge.review.ts',
    'apps/server/src/knowledge/exchange/knowledge.import.sql.ts',
  ],
  // What stands around every page, and in the place of one while the server starts.
  brand: [
    ...PAGE_SHELLS,
    'apps/desk/src/app/frame.tsx',
    'apps/server/src/http/port/open-port.ts',
    'apps/server/src/profile/password/rules.ts',
  ],
  // A page without a script names it too.
  support_phone: [...PAGE_SHELLS, 'apps/server/src/pages/old-browser.ts'],
  // The server draws the home page, which shows it.
  support_email: [
    ...PAGE_SHELLS,
    'apps/staff/src/knowledge/home/home.layout.tsx',
    'apps/staff/src/screen.server.tsx',
    'apps/server/src/pages/screens.ts',
    'apps/server/src/pages/old-browser.ts',
  ],
  // Deadlines go by when support works.
  working_hours: ['apps/staff/src/lib/support-hours.ts', 'apps/server/src/service/levels/versions.ts'],
  holidays: ['apps/staff/src/lib/support-hours.ts', 'apps/server/src/service/levels/versions.ts'],
  // One word with a limit of one kind of upload, which it becomes.
  files_max: ['apps/server/src/files/read-multipart.ts', 'apps/server/src/files/receive-file.ts'],
  // Said by the list itself, and by whoever puts it away.
  start_away: ['apps/server/src/business/business.routes.ts', 'apps/desk/src/business/start.page.tsx'],
  // One word with the texts of the second step itself.
  two_steps: [
    'apps/server/src/business/settings/settings.routes.ts',
    'apps/server/src/http/settings.ts',
    'packages/web/src/session/second-step.texts.ts',
    'packages/web/src/security/security-part.tsx',
  ],
}

/** Which of the sources name a setting without being its user, as `path: name`. */
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
