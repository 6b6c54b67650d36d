// What stands in one table of the contract is spelled nowhere else.
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
