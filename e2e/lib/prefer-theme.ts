import type { Page } from '@playwright/test'

/** Sets the preferred theme and waits for the page, which learns of it a few frames later. A theme chosen by the user stays. */
export const preferTheme = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((wanted) => {
    const { theme = wanted } = document.documentElement.dataset
    const chosen = localStorage.getItem('theme') ?? 'system'
    return chosen !== 'system' || theme === wanted
  }, colorScheme)
}
