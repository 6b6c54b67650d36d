import { expect, type Page, request } from '@playwright/test'

/** The server executes the next call to this API path, but its answer is dropped. */
export const loseAnswer = (page: Page, path: string): Promise<unknown> =>
  page.route(
    `**/api/${path}`,
    async (route) => {
      // A separate context: the page's own request would still receive the cookies.
      const aside = await request.newContext()
      expect((await aside.fetch(route.request())).status()).toBe(200)
      await aside.dispose()
      await route.abort()
    },
    { times: 1 },
  )
