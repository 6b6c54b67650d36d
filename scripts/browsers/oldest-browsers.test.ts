import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OLDEST } from '@podmoga/build/oldest-browsers'
import { expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { makeLists, newInScript, newInStyles } from './newer-than.ts'

const LISTS = makeLists(OLDEST)
const APPS = ['staff', 'desk', 'intranet']

/** Returns the distinct texts of built files. */
const builtFiles = (ending: RegExp): string[] => {
  const files = new Set<string>()
  for (const app of APPS) {
    const dist = join(ROOT, 'apps', app, 'dist')
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
      if (ending.test(name) && !name.startsWith('server')) files.add(readFileSync(join(dist, name), 'utf8'))
  }
  return [...files]
}

/** Calls that only share the name of a browser API, or that are behind a feature check. */
const OTHERS = new Map([
  ['Notification.requestPermission', 'enablePush is called where ringing() has found it'],
  ['databases', 'take-over.ts does without it'],
  ['drop', 'a method of our own'],
  ['getHTML', 'a method of the editor'],
  ['move', 'a method of our own'],
  ['startViewTransition', 'React calls it for a component that nobody uses'],
])
/** Optional styling that older browsers can do without. */
const LOOKS = new Map([
  [':has', 'outlines and margins; a tile that is chosen shows its own button without it'],
  ['@container', 'the names of keys beside a button of the desk'],
  ['container-type', 'as @container'],
  ['@page', 'margins on paper'],
  ['size', 'as @page'],
  ['accent-color', 'the colour of a native control'],
  ['color-mix()', 'the shade of a zone that a file is dragged over'],
  ['content-visibility', 'rows that nobody sees are drawn all the same'],
  ['contain-intrinsic-size', 'as content-visibility'],
  ['forced-color-adjust', 'where it is not known nobody has colours of their own'],
  ['outline', 'Safari before 16.4 draws it square'],
  ['overflow-anchor', 'the place is kept by scripts too'],
  ['overscroll-behavior', 'the page behind moves at the end of a list'],
  ['overscroll-behavior-x', 'as overscroll-behavior'],
  ['resize', 'a field grows by itself'],
  ['rotate', 'the turn of an arrow'],
  ['translate', 'the slide of a notice'],
  ['scrollbar-width', 'a thicker bar'],
  ['text-size-adjust', 'the prefixed one stands beside it'],
  ['text-wrap', 'the ends of lines in headings'],
  ['user-select', 'the prefixed one stands beside it'],
  ['-webkit-tap-highlight-color', 'only Safari and Chrome draw one'],
  ['-webkit-user-drag', 'as user-select'],
])

const unknown = (found: readonly string[][], known: ReadonlyMap<string, string>): string[] =>
  [...new Set(found.flat())].filter((name) => !known.has(name)).sort()

test('what is newer than the oldest browsers is seen, in scripts and in styles', () => {
  const script = `
    const big = [3, 1].toSorted(); Map.groupBy(big, String); form.requestSubmit(); tip.showPopover?.()
    if ('startViewTransition' in document) document.startViewTransition(draw)
    'x'.isWellFormed(); /(?<=а)б/.test(x); AbortSignal.timeout(5); [1].findLast(Boolean); new Map().get(1)`
  expect(newInScript(script, LISTS)).toEqual([
    'AbortSignal.timeout',
    'Map.groupBy',
    'isWellFormed',
    'lookbehind',
    'requestSubmit',
    'toSorted',
  ])
  const css = 'a:has(b){height:100dvh;color:color-mix(in srgb,red 5%,blue)}@container (width>1px){b{gap:1px}}'
  expect(newInStyles(css, LISTS)).toEqual([':has', '@container', 'color-mix()', 'dvh'])
  expect(
    newInStyles('a:hover{inset:0;color:rgb(0 0 0)}@supports (height:1dvh){a{--dvh:1dvh}}', LISTS),
  ).toEqual([])
})

test('what is built for the browsers calls nothing that the oldest of them do not have', () => {
  const scripts = builtFiles(/\.js$/)
  expect(scripts.length).toBeGreaterThan(100)
  expect(
    unknown(
      scripts.map((code) => newInScript(code, LISTS)),
      OTHERS,
    ),
  ).toEqual([])
})

test('its styles stand on nothing that they do not have', () => {
  const styles = builtFiles(/\.css$/)
  expect(styles.length).toBe(3)
  expect(
    unknown(
      styles.map((css) => newInStyles(css, LISTS)),
      LOOKS,
    ),
  ).toEqual([])
})
