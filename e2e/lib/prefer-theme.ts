import type { Page } from '@playwright/test'

/** The browser tells its pages a few frames after it was told itself; a theme that somebody has chosen stays. */
export const preferTheme = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((wanted) => {
    const { theme = wanted } = document.documentElement.dataset
    const chosen = localStorage.getItem('theme') ?? 'system'
    return chosen !== 'system' || theme === wanted
  }, colorScheme)
}
