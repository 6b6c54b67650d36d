import type { Locator, Page } from '@playwright/test'
import { expect, signIn, type Who, type World } from './world.ts'

/** The rows of the profile: name, address of the modal, its title. */
export const ROWS = [
  { row: 'Фото', step: 'image', title: 'Фото' },
  { row: 'Имя', step: 'name', title: 'Как к вам обращаться' },
  { row: 'Страна и регион', step: 'address', title: 'Ваше место нахождение' },
  { row: 'Сменить пароль', step: 'password', title: 'Смена пароля' },
  { row: 'Почта', step: 'email', title: 'Почта' },
  { row: 'Телефон', step: 'phone', title: 'Телефон' },
] as const

export const row = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true })
export const dialog = (page: Page, name?: string): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name, exact: true })
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
export const secret = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true })
export const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Уведомления' })
export const atProfile = (page: Page, restaurant = '2') => page.waitForURL(`**/${restaurant}/profile`)

/** Signs in and opens the profile, or a step of it. */
export const openProfile = async (page: Page, who: Who = 'timur', step = ''): Promise<void> => {
  await signIn(page, who, `/2/profile${step === '' ? '' : `/${step}`}`)
  if (step === '') await expect(row(page, 'Имя')).toBeVisible()
}

/** Returns the newest code sent to an address, after `count` codes have been sent. */
export const codeFor = async (world: World, to: string, count = 1): Promise<string> => {
  const received = async () => {
    const { mail, sms } = await world.mail()
    return [...mail, ...sms].filter((message) => message.to === to && /\b\d{6}\b/.test(message.text))
  }
  await expect.poll(async () => (await received()).length).toBe(count)
  return /\b\d{6}\b/.exec((await received()).at(-1)?.text ?? '')?.[0] ?? ''
}

/** A code that is certainly wrong. */
export const otherCode = (code: string): string => (code === '111111' ? '222222' : '111111')

/** Counts the requests of one call. */
export const countCalls = (page: Page, path: string): { count: number } => {
  const calls = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/${path}`) calls.count += 1
  })
  return calls
}

/** Makes one call fail, until the returned function is called. */
export const breakCall = async (page: Page, path: string): Promise<() => Promise<void>> => {
  const url = `**/api/${path}`
  await page.route(url, (route) => route.fulfill({ status: 500, json: { error: 'Internal server error' } }))
  return () => page.unroute(url)
}
