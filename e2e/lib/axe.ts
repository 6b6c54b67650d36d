// Accessibility and layout checks for any page: axe in both themes at the widths that the product promises.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { preferTheme } from './prefer-theme.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const
/** The rules that depend on colours: only these are checked again when the same page is shown in the other theme. */
const RULES_OF_COLOUR = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

/** The rules that depend on size: only these are checked again when the same page is shown at another width. */
const RULES_OF_ROOM = { type: 'rule', values: ['target-size'] } as const
type Rules = typeof RULES | typeof RULES_OF_COLOUR | typeof RULES_OF_ROOM

/** Pages that axe has just checked with all rules and whose theme has changed since. */
const repainted = new WeakSet<Page>()

/** Null if axe is not loaded in the page yet. */
const violationsOf = (page: Page, rules: Rules, within: string | undefined) =>
  page.evaluate(
    async ([{ type, values }, part]) => {
      const { axe: loaded } = window as unknown as { axe?: typeof axe }
      if (loaded === undefined) return null
      // Waits for transitions of colour and position to end; endless animations may continue.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      const moving = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      await Promise.allSettled(moving.map(({ finished }) => finished))
      const results = await loaded.run(part === undefined ? document : { include: [part] }, {
        runOnly: { type, values: [...values] },
        resultTypes: ['violations'],
      })
      return results.violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map((node) => node.target.join(' ')),
      }))
    },
    [rules, within] as const,
  )

const expectNoneOf = async (page: Page, rules: Rules, within?: string): Promise<void> => {
  // axe checks a frame only if it is injected there.
  expect(page.frames()).toHaveLength(1)
  let violations = await violationsOf(page, rules, within)
  if (violations === null) {
    await page.evaluate(AXE)
    violations = await violationsOf(page, rules, within)
  }
  expect(violations).toEqual([])
}

/**
 * Runs axe on the present page after animations end and expects no violation of WCAG 2.2 A or AA. The library is injected
 * once per page and returns only violations; its builder for Playwright opens a second page and transfers all results.
 * `within`: a selector that limits the check to one part.
 */
export const expectAccessible = (page: Page, within?: string): Promise<void> =>
  expectNoneOf(page, repainted.has(page) ? RULES_OF_COLOUR : RULES, within)

/** The widths that the product promises. */
export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/** Runs `look` in light and dark, set as the browser's preference. */
export const inBothThemes = async (page: Page, look: () => Promise<void>): Promise<void> => {
  await preferTheme(page, 'light')
  await look()
  await preferTheme(page, 'dark')
  repainted.add(page)
  await look()
  repainted.delete(page)
}

/** Runs axe at both widths and in both themes by resizing one page; not for content that closes on resize. */
export const expectAccessibleEverywhere = async (page: Page): Promise<void> => {
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size)
    await inBothThemes(page, () => expectAccessible(page))
  }
}

export const expectToFit = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

/** Expects at one more width that nothing is wider than the page and no target is too small to touch. */
export const expectRoomAt = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 640 })
  await expectNoneOf(page, RULES_OF_ROOM)
  await expectToFit(page)
}

/** As `expectAccessibleEverywhere`; also, at these widths and the `narrow` ones, nothing is wider than the page or too small. */
export const expectFineEverywhere = async (page: Page, ...narrow: readonly number[]): Promise<void> => {
  for (const width of narrow) await expectRoomAt(page, width)
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size)
    await inBothThemes(page, () => expectAccessible(page))
    await expectToFit(page)
  }
}
