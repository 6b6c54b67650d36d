import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectRoomAt, expectToFit, SIZES } from './axe.ts'
import { preferTheme } from './prefer-theme.ts'

// Each width once and each theme once, every rule of axe in both: half of the work of all four together. What is left to
// chance is a pair of colours that stands at one width only, and those pairs are all in packages/ui/src/tokens.test.ts.
const WAYS = [
  [SIZES.desktop, 'light'],
  [SIZES.phone, 'dark'],
] as const

/** axe at both widths and in both themes, and nothing is wider than the page, nor too small at one as narrow as this. */
export const expectFine = async (page: Page, ...narrow: readonly number[]): Promise<void> => {
  for (const width of narrow) await expectRoomAt(page, width)
  for (const [size, theme] of WAYS) {
    await page.setViewportSize(size)
    await preferTheme(page, theme)
    await expectAccessible(page)
    await expectToFit(page)
  }
}

const DIALOG = '[role="dialog"]'

/** The same of a dialog, which is whole within the page; the page behind it is out of reach. */
export const expectFineOver = async (page: Page): Promise<void> => {
  for (const [size, theme] of WAYS) {
    await page.setViewportSize(size)
    await preferTheme(page, theme)
    await expect(page.locator(DIALOG)).toHaveCount(1)
    await expectAccessible(page, DIALOG)
    const isWhole = await page.locator(DIALOG).evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return {
        wide: left >= 0 && right <= innerWidth && one.scrollWidth <= one.clientWidth,
        tall: top >= 0 && bottom <= innerHeight,
      }
    })
    expect(isWhole).toEqual({ wide: true, tall: true })
  }
}
