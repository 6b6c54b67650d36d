import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectRoomAt, expectToFit, SIZES } from './axe.ts'
import { preferTheme } from './prefer-theme.ts'

// Each width and each theme once, with all axe rules: half the work of all four combinations. This can miss a colour pair
// that is used at one width only, but packages/ui/src/tokens.test.ts checks all colour pairs.
const WAYS = [
  [SIZES.desktop, 'light'],
  [SIZES.phone, 'dark'],
] as const

/** Runs axe at both widths and themes; there and at the `narrow` widths nothing may be wider than the page or too small. */
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

/** The same for a dialog, which must fit into the viewport; the page behind it cannot be reached. */
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
