import type { Page } from '@playwright/test'

/** Navigates within the loaded app, as Back and Forward do: the document is not loaded again. */
export const walkTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
