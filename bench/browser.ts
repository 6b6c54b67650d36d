import { expect, type Page } from '@playwright/test'

/** How Chromium is launched here. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** Gives the page's context the session of a demo person, without opening a page of the product. */
export const signIn = async (page: Page): Promise<void> => {
  const answer = await page.request.post('/api/auth/sign-in/', {
    data: { login: 'aziza@demo.test', password: 'Demo-pass-1' },
  })
  expect(answer.status()).toBe(200)
}
