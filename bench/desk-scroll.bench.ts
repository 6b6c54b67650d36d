import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page, type Request } from '@playwright/test'
import { changeMany } from '@podmoga/contract/desk/bulk'
import { listQueue } from '@podmoga/contract/desk/tickets'
import { CHROMIUM } from '../tools/chromium.ts'
import { type Bench, say } from './bench.ts'
import { enter, withDesk } from './desk-base.ts'
import { DESK } from './desk-data.ts'
import { signIn } from './lib/browser.ts'
import { quantile, show } from './lib/numbers.ts'
import { PASSWORD } from './lib/tickets-data.ts'
import { table } from './report.ts'

const ROWS = 10_000
/** Rows scrolled per frame: when the scrollbar is dragged, and in the fastest scrolling by wheel or touch. */
const DRAGGED = 12
const SCROLLED = 3
const SLOW_MS = 50

const LIST = 'main:not(.before-main) [role=tabpanel]'

/** Loads pages until the list has this many rows. Returns the number of rows. */
const load = async (page: Page, rows: number): Promise<number> => {
  await page.getByRole('button', { name: 'Показать ещё' }).click()
  for (let loaded = 0; ; await pause(50)) {
    loaded = await page.evaluate((list) => {
      const box = document.querySelector(list)
      box?.scrollTo(0, box.scrollHeight)
      const row = box?.querySelector<HTMLElement>('li:not([aria-hidden])')
      const all = box?.querySelector('ul')
      return Math.round((all?.offsetHeight ?? 0) / (row?.offsetHeight ?? Number.POSITIVE_INFINITY))
    }, LIST)
    if (loaded >= rows) return loaded
  }
}

interface Way {
  /** Rows per frame. */
  stride: number
  isDown: boolean
}

/** Scrolls from one end of the list to the other, some rows per frame. Returns the time of each frame in ms. */
const scroll = (page: Page, way: Way): Promise<number[]> =>
  page.evaluate(
    async ({ list, stride, isDown }) => {
      const box = document.querySelector(list)
      const height = box?.querySelector('li:not([aria-hidden])')?.getBoundingClientRect().height ?? 94
      const frames: number[] = []
      if (box === null) return frames
      box.scrollTo(0, isDown ? 0 : box.scrollHeight)
      for (let last = performance.now(); ; ) {
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        frames.push(now - last)
        last = now
        const before = box.scrollTop
        box.scrollTop += (isDown ? 1 : -1) * stride * height
        if (box.scrollTop === before) return frames.slice(1)
      }
    },
    { list: LIST, ...way },
  )

/** Returns the long tasks of the page during `work`, in ms. */
const longTasks = async (page: Page, work: () => Promise<unknown>): Promise<number[]> => {
  await page.evaluate(() => {
    const held = window as unknown as { tasks: number[] }
    held.tasks = []
    new PerformanceObserver((list) => {
      held.tasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ entryTypes: ['longtask'] })
  })
  await work()
  return page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)
}

interface Scrolled {
  /** Time of each frame in ms. */
  frames: number[]
  /** CPU time of the page's own thread, in ms per frame: unlike frame times, it does not depend on other processes. */
  cpu: number
  /** Requests to the server meanwhile. */
  asked: number
}

/** Scrolls with the pointer over the list, and measures the cost. */
const measure = async (page: Page, way: Way): Promise<Scrolled> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpu = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  let asked = 0
  const count = (sent: Request) => {
    if (sent.url().includes('/api/')) asked += 1
  }
  page.on('request', count)
  const before = await cpu()
  const frames = await scroll(page, way)
  const spent = (await cpu()) - before
  page.off('request', count)
  await cdp.detach()
  return { frames, cpu: spent / frames.length, asked }
}

const line = (title: string, { frames, cpu, asked }: Scrolled): string[] => [
  title,
  show(frames.length),
  show(quantile(frames, 0.5), 1),
  show(quantile(frames, 0.99), 1),
  show(Math.max(...frames), 1),
  show(frames.filter((ms) => ms > SLOW_MS).length),
  show(cpu, 1),
  show(asked),
]

/** Measures scrolling of ten thousand rows of the queue. */
export const deskScroll: Bench = {
  name: 'desk-scroll',
  title: 'Рабочее место: десять тысяч строк очереди',
  run: (options) =>
    withDesk(options, 1, async ({ hosts }) => {
      const baseURL = hosts[0]?.hosted ?? ''
      let browser: Browser | undefined
      try {
        browser = await chromium.launch(CHROMIUM)
        const page = await (
          await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, locale: 'ru' })
        ).newPage()
        await signIn(page, { login: DESK.login, password: PASSWORD })
        await page.goto('/desk/?tab=open')
        const { call: own } = await enter(baseURL, DESK.login)
        const { total_items } = await own(listQueue, { query: { page_size: '1' } })
        const loaded = await load(page, Math.min(ROWS, total_items))
        say(`загружено строк: ${loaded}`)
        await page.locator(`${LIST} [data-ticket]`).first().waitFor()
        const up = await measure(page, { stride: DRAGGED, isDown: false })
        const down = await measure(page, { stride: DRAGGED, isDown: true })
        const read = await measure(page, { stride: SCROLLED, isDown: false })
        // Only while the list is not scrolled: right after a jump it may have no rows.
        const drawn = await page.locator(`${LIST} [data-ticket]`).count()
        const { call } = await enter(baseURL, 'agent11@desk.test')
        const { results } = await call(listQueue, { query: { page_size: '100', page: '20' } })
        const burst = await longTasks(page, async () => {
          const tickets = results.map(({ id }) => id)
          await call(changeMany, { body: { tickets, act: { do: 'priority', priority: 'high' } } })
          await pause(2000)
          await call(changeMany, { body: { tickets, act: { do: 'priority', priority: 'normal' } } })
          await pause(2000)
        })
        return `${table(
          [
            'Прокрутка',
            'кадров',
            'p50, мс',
            'p99, мс',
            'худший, мс',
            'дольше 50 мс',
            'мс процессора на кадр',
            'вопросов к серверу',
          ],
          [
            line(`снизу вверх, по ${DRAGGED} строк за кадр`, up),
            line(`сверху вниз, по ${DRAGGED} строк за кадр`, down),
            line(`снизу вверх, по ${SCROLLED} строки за кадр`, read),
          ],
        )}

Загружено строк: ${show(loaded)}, нарисовано из них ${show(drawn)}; Chromium без экрана, 1440 px. Пока список стоит, агент меняет сто тикетов за раз, дважды: задач дольше 50 мс — ${show(burst.length)}${burst.length === 0 ? '' : `, худшая ${show(Math.max(...burst))} мс`}. Цель: ни одного кадра дольше 50 мс.`
      } finally {
        await browser?.close()
      }
    }),
}
