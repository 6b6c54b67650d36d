// What is seen of a page by everyone: axe, both themes, the widths of the product's promise.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { preferTheme } from './prefer-theme.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const
/** The rules whose answer depends on colours: what is left to ask when the same page is seen in its other theme. */
const RULES_OF_COLOUR = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

/** The rules whose answer depends on room: what is left to ask of a page that has been seen at another width. */
const RULES_OF_ROOM = { type: 'rule', values: ['target-size'] } as const
type Rules = typeof RULES | typeof RULES_OF_COLOUR | typeof RULES_OF_ROOM

/** Pages that axe has just seen whole, and which are in other colours now. */
const repainted = new WeakSet<Page>()

/** Null where axe has not come yet. */
const violationsOf = (page: Page, rules: Rules, within: string | undefined) =>
  page.evaluate(
    async ([{ type, values }, part]) => {
      const { axe: loaded } = window as unknown as { axe?: typeof axe }
      if (loaded === undefined) return null
      // Nothing is on its way to another colour or place; what turns for ever may go on.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      const moving = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      await Promise.allSettled(moving.map(({ finished }) => finished))
      const told = await loaded.run(part === undefined ? document : { include: [part] }, {
        runOnly: { type, values: [...values] },
        resultTypes: ['violations'],
      })
      return told.violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map((node) => node.target.join(' ')),
      }))
    },
    [rules, within] as const,
  )

const expectNoneOf = async (page: Page, rules: Rules, within?: string): Promise<void> => {
  // axe looks into a frame only where it has been put.
  expect(page.frames()).toHaveLength(1)
  let violations = await violationsOf(page, rules, within)
  if (violations === null) {
    await page.evaluate(AXE)
    violations = await violationsOf(page, rules, within)
  }
  expect(violations).toEqual([])
}

/**
 * axe on what is shown now, once it stands still: no violation of WCAG 2.2 A or AA. The library is put into a page
 * once and asked for its violations alone; its builder for Playwright opens a second page and carries everything over.
 * `within`: a selector, where only that part is looked at.
 */
export const expectAccessible = (page: Page, within?: string): Promise<void> =>
  expectNoneOf(page, repainted.has(page) ? RULES_OF_COLOUR : RULES, within)

/** The widths of the product's promise. */
export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/** Light and dark, as the browser's preference tells. */
export const inBothThemes = async (page: Page, look: () => Promise<void>): Promise<void> => {
  await preferTheme(page, 'light')
  await look()
  await preferTheme(page, 'dark')
  repainted.add(page)
  await look()
  repainted.delete(page)
}

/** axe at both widths and in both themes, on one page that lays itself out anew; not for what a resize would close. */
export const expectAccessibleEverywhere = async (page: Page): Promise<void> => {
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size)
    await inBothThemes(page, () => expectAccessible(page))
  }
}

export const expectToFit = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

/** At one more width: nothing is wider than the page, nor too small for a finger. */
export const expectRoomAt = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 640 })
  await expectNoneOf(page, RULES_OF_ROOM)
  await expectToFit(page)
}

/** The same, and nothing is wider than the page at either width, or at one as narrow as this, nor too small there. */
export const expectFineEverywhere = async (page: Page, ...narrow: readonly number[]): Promise<void> => {
  for (const width of narrow) await expectRoomAt(page, width)
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size)
    await inBothThemes(page, () => expectAccessible(page))
    await expectToFit(page)
  }
}
