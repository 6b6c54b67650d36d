import { expect, type Page, request } from '@playwright/test'

/** The next call to this address of the API does its work, and nobody hears the answer. */
export const loseAnswer = (page: Page, path: string): Promise<unknown> =>
  page.route(
    `**/api/${path}`,
    async (route) => {
      // Not the page's own request: its cookies would get there all the same.
      const aside = await request.newContext()
      expect((await aside.fetch(route.request())).status()).toBe(200)
      await aside.dispose()
      await route.abort()
    },
    { times: 1 },
  )
