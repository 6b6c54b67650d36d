import type { Page } from '@playwright/test'

/** A picture for docs/guide, where this run is asked for them. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.GUIDE_PICTURES === undefined) return
  await page.screenshot({ path: `docs/guide/pictures/${name}.png`, animations: 'disabled' })
}
