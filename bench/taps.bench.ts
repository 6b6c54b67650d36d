import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../e2e/chromium.ts'
import { startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { signIn } from './browser.ts'
import { median, show } from './numbers.ts'
import { table } from './report.ts'

const PORT = 5480
const RUNS = 3
const THROTTLE = 4
const LETTERS = 'Принтер печатает пустой чек, что делать?'
/** So long after a step its last frame has been painted and told. */
const SETTLED_MS = 700
const IDLE_WITHIN_MS = 2500

interface Step {
  title: string
  bar: number
  /** Brings the page to where the step begins; is not measured. */
  before?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
// Waited for by selectors: to know the names of all links, Playwright keeps the page itself busy, four times as long.
const rows = (page: Page) => page.locator('main li > a')
const country = (page: Page) => page.getByRole('combobox', { name: 'Страна' })
const picker = (page: Page) => page.locator('input[role=combobox]').last()
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog]').waitFor({ state: 'detached' })
}
const modal = (name: string, path: string): Step => ({
  title: `окно «${name}» открыто и закрыто`,
  bar: 200,
  before: async (page) => {
    if (!page.url().endsWith('/profile')) await page.goto('/1/profile')
    await page.getByRole('main').locator(`a[href$="${path}"]`).waitFor()
  },
  act: async (page) => {
    await page.getByRole('main').locator(`a[href$="${path}"]`).tap()
    await page.locator('[role=dialog]').waitFor()
    await closeDialog(page)
  },
})

/** A day in a cook's hand, one after the other in one page. */
const DAY: readonly Step[] = [
  {
    title: 'поиск: касание поля и 40 букв',
    bar: 200,
    before: (page) => page.goto('/1'),
    act: async (page) => {
      await page.getByRole('searchbox').tap()
      await page.keyboard.type(LETTERS.slice(0, 40), { delay: 60 })
    },
  },
  {
    title: 'вкладка «Тикеты»',
    bar: 200,
    before: (page) => page.goto('/1'),
    act: async (page) => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /Тикеты/ })
        .last()
        .tap()
      await rows(page).first().waitFor()
    },
  },
  {
    title: 'тикет из списка',
    bar: 200,
    act: async (page) => {
      await rows(page).first().tap()
      await page.locator('article').first().waitFor()
    },
  },
  {
    title: 'ответ: 40 букв и «Отправить»',
    bar: 200,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Ответ' }).tap()
      await page.keyboard.type(LETTERS.slice(0, 40), { delay: 60 })
      await button(page, 'Отправить').tap()
    },
  },
  {
    title: 'назад к списку',
    bar: 200,
    act: async (page) => {
      await page.getByRole('link', { name: 'К списку тикетов' }).tap()
      await rows(page).first().waitFor()
    },
  },
  modal('Имя', '/name'),
  modal('Почта', '/email'),
  modal('Телефон', '/phone'),
  {
    title: 'список стран: первое открытие',
    bar: 400,
    before: async (page) => {
      await page.goto('/1/profile/address')
      await country(page).waitFor()
    },
    act: async (page) => {
      await country(page).tap()
      await page.locator('[role=option]').first().waitFor()
    },
  },
  {
    title: 'список стран: буква в поиске',
    bar: 200,
    act: async (page) => {
      await picker(page).tap()
      await page.keyboard.type('узб', { delay: 150 })
    },
  },
  {
    title: 'список стран: второе открытие',
    bar: 250,
    before: async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('option').first().waitFor({ state: 'detached' })
    },
    act: async (page) => {
      await country(page).tap()
      await page.locator('[role=option]').first().waitFor()
    },
  },
]

/** Keeps the slowest interaction since it was last asked; see slowest(). */
const watchEvents = (): void => {
  const held = window as unknown as { slowest: { ms: number; type: string } }
  held.slowest = { ms: 0, type: '' }
  const options = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if ((entry.interactionId ?? 0) > 0 && entry.duration > held.slowest.ms)
        held.slowest = { ms: entry.duration, type: entry.name }
  }).observe(options as PerformanceObserverInit)
}

const takeSlowest = (page: Page): Promise<{ ms: number; type: string }> =>
  page.evaluate(() => {
    const held = window as unknown as { slowest: { ms: number; type: string } }
    const found = held.slowest
    held.slowest = { ms: 0, type: '' }
    return found
  })

const liveADay = async (browser: Browser, url: string): Promise<number[]> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  })
  const page = await context.newPage()
  await page.addInitScript(watchEvents)
  await signIn(page)
  const session = await context.newCDPSession(page)
  const throttle = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
  const found: number[] = []
  for (const { title, before, act } of DAY) {
    await throttle(1)
    await before?.(page)
    // The stream of events never ends: what is quiet but for it counts.
    await page.waitForLoadState('networkidle', { timeout: IDLE_WITHIN_MS }).catch(() => null)
    await pause(SETTLED_MS)
    await takeSlowest(page)
    await throttle(THROTTLE)
    await act(page)
    await pause(SETTLED_MS)
    const { ms, type } = await takeSlowest(page)
    say(`${title}: ${ms} ${type}`)
    found.push(ms)
  }
  await context.close()
  return found
}

/** How long a press waits for its next frame on a slow phone. */
export const taps: Bench = {
  name: 'taps',
  title: 'Отклик на касания',
  run: async () => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-taps-'))
    const app = await startApp({
      port: PORT,
      env: { DATA_DIR: dir, SEED: 'demo', LOG_LEVEL: 'error', RATE_LIMITS: 'off', PUBLIC_URL: '' },
    })
    const browser = await chromium.launch(CHROMIUM)
    try {
      const days: number[][] = []
      for (let run = 0; run < RUNS; run += 1) days.push(await liveADay(browser, app.url))
      const lines = DAY.map(({ title, bar }, at) => {
        const all = days.map((day) => day[at] ?? Number.NaN)
        return [title, `**${show(median(all))}**`, show(Math.max(...all)), `≤ ${bar}`]
      })
      return `${table(['Шаг', 'мс, медиана', 'худший', 'цель'], lines)}

Event Timing: самое долгое из касаний и нажатий клавиш шага, от события до следующего кадра. Процессор замедлен в ${THROTTLE} раза, 390 px, прогонов ${RUNS}; Chromium округляет до 8 мс.`
    } finally {
      await browser.close()
      await app.end()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
