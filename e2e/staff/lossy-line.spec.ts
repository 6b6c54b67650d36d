import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { cards, messages } from '../lib/screens.ts'
import { expect, LOSING, SIZES, signIn, test } from '../lib/world.ts'

/** Drops three of ten requests for late code, chosen by the file's name and attempt: the same ones in every run. */
const loseThreeOfTen = async (page: Page) => {
  const times = new Map<string, number>()
  const lost: string[] = []
  await page.route(/\/assets\/.*\.(?:js|css)$/, (route) => {
    // Only the browser itself could retry the document's own files, so they are not dropped.
    if (!/fetch|stylesheet/.test(route.request().resourceType())) return route.fallback()
    const file = route
      .request()
      .url()
      .replace(/^.*\/|-[\w-]{8}(?=\.\w+$)/g, '')
    const turn = (times.get(file) ?? 0) + 1
    times.set(file, turn)
    const isLost = (createHash('sha256').update(`${file} ${turn}`).digest()[0] ?? 0) < 77
    if (!isLost) return route.fallback()
    lost.push(file)
    return route.abort()
  })
  return lost
}

test.use(LOSING)

test('on a line that loses three requests of ten whatever is pressed opens by itself', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  const lost = await loseThreeOfTen(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const opens = async (role: 'dialog' | 'listbox' | 'menu') => {
    await expect(page.getByRole(role)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  await signIn(page, 'aziza', '/1')
  await button('Меню').click()
  await opens('dialog')
  await button(/^Ресторан:/).click()
  await opens('listbox')
  await page
    .getByRole('navigation', { name: 'Главное меню' })
    .getByRole('link', { name: /^Тикеты/ })
    .click()
  await cards(page).first().click()
  await expect(messages(page).first()).toBeVisible()
  await button('Уведомления о тикете').click()
  await opens('menu')
  await page.goto('/1/profile')
  await page.getByRole('main').getByRole('link', { name: 'Имя' }).click()
  await opens('dialog')
  await page.setViewportSize(SIZES.desktop)
  await signIn(page, 'agent', '/desk/')
  await button('Клавиши').click()
  await opens('dialog')
  // Requests were really dropped, those for the apps themselves too.
  expect(lost).toContainEqual(expect.stringMatching(/^(?:index|after)/))
  expect(lost.length).toBeGreaterThan(5)
})
