import type { Page } from '@playwright/test'

const SIZE = { width: 1440, height: 900 }

/** Takes a picture for docs/guide if `GUIDE_PICTURES` is set: all in one size, in the light theme. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.GUIDE_PICTURES === undefined) return
  const before = page.viewportSize()
  await page.setViewportSize(SIZE)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.screenshot({ path: `docs/guide/pictures/${name}.png`, animations: 'disabled' })
  if (before !== null) await page.setViewportSize(before)
}
