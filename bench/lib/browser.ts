import { expect, type Page } from '@playwright/test'

const STAFF = { login: 'aziza@demo.test', password: 'Demo-pass-1' }

/** Gives the page's context the session of a demo person, without opening a page of the product. */
export const signIn = async (page: Page, who = STAFF): Promise<void> => {
  const answer = await page.request.post('/api/auth/sign-in/', { data: who })
  expect(answer.status()).toBe(200)
}
