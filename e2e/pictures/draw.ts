// npm run pictures: draws the staff screens of docs/pictures on a real server with the demo, and the desk screens of the
// guide on one with a team's morning. `-- NAME…` draws only these screens.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM } from '../../tools/chromium.ts'
import { startServer } from '../engines/server.ts'
import { somePort } from '../lib/some-port.ts'
import { PEOPLE, type Who } from '../lib/world.ts'
import { openDeskWorld } from './desk-world.ts'

const ARTICLE = 'Принтер чеков не печатает'

/** The screens, and how each is reached from the home page of restaurant 1. */
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

const rows = (page: Page) => page.getByRole('table').getByRole('row').nth(3)

/** The desk's screens of the guide: the person, and how each is reached. */
const DESK_SCREENS: readonly [name: string, who: Who, open: (page: Page) => Promise<unknown>][] = [
  [
    'desk-queue',
    'agent',
    async (page) => {
      await page.goto('/desk/')
      await page.getByRole('list', { name: 'Сохранённые фильтры' }).waitFor()
    },
  ],
  [
    'desk-ticket',
    'agent',
    async (page) => {
      await page.goto('/desk/')
      await page.getByRole('link', { name: /Перезагрузили/ }).click()
      await page.getByRole('region', { name: 'Сообщения' }).getByRole('article').first().waitFor()
    },
  ],
  ['desk-people', 'admin', (page) => page.goto('/desk/admin/people').then(() => rows(page).waitFor())],
  [
    'desk-restaurants',
    'admin',
    (page) => page.goto('/desk/admin/restaurants').then(() => rows(page).waitFor()),
  ],
]

const LOOKS = [
  { name: '390-light', width: 390, height: 844, colorScheme: 'light' },
  { name: '390-dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: '1280', width: 1280, height: 800, colorScheme: 'light' },
  { name: '1920', width: 1920, height: 1080, colorScheme: 'light' },
] as const

/** A screen is ready when nothing on it is loading and no late part has appeared for a while. */
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
const wanted = <T extends readonly [name: string, ...unknown[]]>(all: readonly T[]): readonly T[] =>
  all.filter(([name]) => asked.length === 0 || asked.includes(name))

interface Look {
  name: string
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** Opens a browser of one size and theme with a signed-in person. */
const openPage = async (url: string, { width, height, colorScheme }: Look, person: Who) => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme,
    locale: 'ru-RU',
    timezoneId: 'Asia/Tashkent',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const { login, password } = PEOPLE[person]
  await context.request.post('/api/auth/sign-in/', { data: { login, password } })
  return context.newPage()
}

const draw = async (page: Page, folder: string, name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await stand(page)
  const file = join(import.meta.dirname, '../../docs', folder, `${name}.webp`)
  mkdirSync(dirname(file), { recursive: true })
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(file)
  console.log(`${name}.webp`)
}

const drawStaff = async (): Promise<void> => {
  const screens = wanted(SCREENS)
  if (screens.length === 0) return
  const folder = mkdtempSync(join(tmpdir(), 'podmoga-pictures-'))
  const app = await startServer(await somePort(), folder)
  try {
    for (const look of LOOKS) {
      const page = await openPage(app.url, look, 'aziza')
      for (const [name, open] of screens) {
        await page.goto('/1')
        await open(page)
        await draw(page, 'pictures', `${name}-${look.name}`)
      }
      await page.context().close()
    }
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const drawDesk = async (): Promise<void> => {
  const screens = wanted(DESK_SCREENS)
  if (screens.length === 0) return
  const desk = await openDeskWorld()
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [name, who, open] of screens) {
        const look = { name: colorScheme, width: 1440, height: 900, colorScheme }
        const page = await openPage(desk.url, look, who)
        await open(page)
        await draw(page, 'guide/pictures', `${name}-${colorScheme}`)
        await page.context().close()
      }
  } finally {
    await desk.close()
  }
}

const browser = await chromium.launch(CHROMIUM)
try {
  await drawStaff()
  await drawDesk()
} finally {
  await browser.close()
}
