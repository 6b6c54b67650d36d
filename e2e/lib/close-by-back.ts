import { expect, type Page } from '@playwright/test'

/** Closes the top overlay by Back, `left` others stay open. The history entry of an overlay is added after it is shown. */
export const closeByBack = async (page: Page, left = 0): Promise<void> => {
  await expect.poll(() => page.evaluate(() => (history.state as { over?: number }).over ?? 0)).toBe(left + 1)
  await page.goBack()
}
