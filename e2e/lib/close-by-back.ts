import { expect, type Page } from '@playwright/test'

/** Closes by Back what is open over the page, `left` things staying: the first one's entry comes a moment after it is seen. */
export const closeByBack = async (page: Page, left = 0): Promise<void> => {
  await expect.poll(() => page.evaluate(() => (history.state as { over?: number }).over ?? 0)).toBe(left + 1)
  await page.goBack()
}
