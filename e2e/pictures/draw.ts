// npm run pictures: the staff's screens as docs/pictures shows them, on a real server of its own with the demo.
// `-- NAME…` draws only these screens.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM } from '../../tools/chromium.ts'
import { startServer } from '../engines/server.ts'
import { somePort } from '../lib/some-port.ts'

const PICTURES = join(import.meta.dirname, '../../docs/pictures')
const ARTICLE = 'Принтер чеков не печатает'

/** How a screen is reached from the home of restaurant 1. */
const SCREENS: readonly [name: string, open: (page: Page) => Promise<unknown>][] = [
  ['home', async () => undefined],
  ['list', (page) => page.goto('/1/tickets')],
  [
    'ticket',
    async (page) => {
      await page.goto('/1/tickets')
      await page
        .getByRole('main')
        .getByRole('link', { name: /Тикет №/ })
        .first()
        .click()
      await page.getByRole('region', { name: 'Сообщения' }).getByRole('article').first().waitFor()
    },
  ],
  [
    'new-ticket',
    async (page) => {
      await page.goto('/1/tickets/add')
      await page.getByRole('textbox', { name: 'Сообщение' }).fill('Принтер на баре не печатает чеки')
      await page
        .getByRole('link', { name: ARTICLE })
        .or(page.getByRole('button', { name: ARTICLE }))
        .first()
        .waitFor()
    },
  ],
  [
    'article',
    async (page) => {
      await page
        .getByRole('main')
        .getByRole('searchbox', { name: 'Поиск в базе знаний' })
        .fill('принтер не печатает')
      await page.getByRole('list', { name: 'Результаты поиска' }).getByRole('link').first().click()
      await page.getByRole('heading', { level: 1, name: ARTICLE }).waitFor()
    },
  ],
  ['profile', (page) => page.goto('/1/profile')],
]

const LOOKS = [
  { name: '390-light', width: 390, height: 844, colorScheme: 'light' },
  { name: '390-dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: '1280', width: 1280, height: 800, colorScheme: 'light' },
  { name: '1920', width: 1920, height: 1080, colorScheme: 'light' },
] as const

/** A screen stands when nothing on it waits, and no part that comes late has come for a while. */
const QUIET_MS = 700
const stand = (page: Page) =>
  page.waitForFunction(
    (quiet) => {
      const page = window as typeof window & { seen?: { text: string; since: number } }
      const text = document.body.innerText
      if (page.seen?.text !== text) page.seen = { text, since: performance.now() }
      return (
        document.querySelector('main [aria-busy="true"]') === null &&
        document.fonts.status === 'loaded' &&
        Array.from(document.images).every(({ complete, loading }) => complete || loading === 'lazy') &&
        performance.now() - page.seen.since > quiet
      )
    },
    QUIET_MS,
    { polling: 100 },
  )

const asked = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'podmoga-pictures-'))
const app = await startServer(await somePort(), folder)
const browser = await chromium.launch(CHROMIUM)
mkdirSync(PICTURES, { recursive: true })
try {
  for (const { name: look, width, height, colorScheme } of LOOKS) {
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: { width, height },
      colorScheme,
      locale: 'ru-RU',
      timezoneId: 'Asia/Tashkent',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    const person = { login: 'aziza@demo.test', password: 'Demo-pass-1' }
    await page.request.post('/api/auth/sign-in/', { data: person })
    for (const [name, open] of SCREENS) {
      if (asked.length > 0 && !asked.includes(name)) continue
      await page.goto('/1')
      await open(page)
      await page.mouse.move(0, 0)
      await stand(page)
      const file = join(PICTURES, `${name}-${look}.webp`)
      await sharp(await page.screenshot())
        .webp({ quality: 82 })
        .toFile(file)
      console.log(`${name}-${look}.webp`)
    }
    await context.close()
  }
} finally {
  await browser.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}
