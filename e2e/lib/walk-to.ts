import type { Page } from '@playwright/test'

/** On to another page of the app that stands there, as Back and Forward lead: nothing is loaded but what the page asks. */
export const walkTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
