import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The colours of all rules of a theme; later rules override earlier ones. */
const coloursOf = (isOfTheme: (selector: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    [...CSS.matchAll(/^([^\n{}]+(?:,\n[^\n{}]+)*) \{([^}]*)\}/gm)]
      .filter(([, selector = '']) => isOfTheme(selector))
      .flatMap(([, , body = '']) => [...body.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)])
      .map(([, name = '', colour = '']) => [name, colour]),
  )

const light = coloursOf((selector) => selector.includes('light') || selector === ':root')
const themes = { light, dark: { ...light, ...coloursOf((selector) => selector.includes('dark')) } }

const luminance = (colour: string): number => {
  const digits = colour.slice(1)
  const whole = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken']
const across = (inks: readonly string[], grounds: readonly string[]) =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const))

const TEXTS = [
  ...across(
    ['text', 'muted', 'faint', 'accent-text', 'danger-text', 'success-text', 'warning-text'],
    GROUNDS,
  ),
  ...across(['text', 'accent-text'], ['accent-soft']),
  ...['danger', 'success', 'warning'].map((tone) => [`${tone}-text`, `${tone}-soft`] as const),
  ...across(['on-accent'], ['accent', 'accent-hover', 'danger', 'danger-hover']),
]
const EDGES = [
  ...across(['control', 'accent-edge'], ['canvas', 'surface', 'raised']),
  ...across(['focus'], [...GROUNDS, 'accent-soft']),
]

describe.each(Object.entries(themes))('%s', (_, theme) => {
  const worst = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs
      .map(([ink, ground]) => [ink, ground, contrast(theme[ink] ?? '', theme[ground] ?? '')] as const)
      .filter(([, , ratio]) => !(ratio >= least))

  test('every text can be read on what it stands on', () => {
    expect(worst(TEXTS, 4.5)).toEqual([])
  })

  test('the edge of every control and the ring of the focus can be seen', () => {
    expect(worst(EDGES, 3)).toEqual([])
  })
})

test('the ring of the focus is two pixels wide, beside what it is around', () => {
  expect(CSS).toMatch(/--focus-w: [2-9]px;/)
  expect(CSS).toMatch(
    /:focus-visible,\n\[data-focus-visible\] \{\n {2}outline: var\(--focus-w\) solid var\(--focus\);/,
  )
})
