import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM } from '../tools/chromium.ts'
import { startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { signIn } from './lib/browser.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { openSlowLine } from './lib/slow-line.ts'
import { DAY } from './lib/taps-day.ts'
import { type Seen, takeSeen, watchPage } from './lib/taps-watch.ts'
import { table } from './report.ts'

const PORT = 5480
const RUNS = 2
const THROTTLE = 4
/** Time after a step until its last frame has been painted and reported. */
const SETTLED_MS = 700
const IDLE_WITHIN_MS = 4000
const BAR_MS = 200
const TASK_BAR_MS = 150

const worst = <One extends { ms: number }>(all: readonly One[]): One | undefined =>
  all.toSorted((one, other) => other.ms - one.ms)[0]
const msOf = (one: { ms: number } | undefined) => one?.ms ?? 0

const liveADay = async (browser: Browser, url: string): Promise<Seen[]> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  })
  const page = await context.newPage()
  await watchPage(page)
  await signIn(page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  const day: Seen[] = []
  for (const { title, opens, act } of DAY) {
    if (opens !== undefined) {
      await page.goto(opens)
      // The event stream never ends, so this usually times out; the error is ignored.
      await page.waitForLoadState('networkidle', { timeout: IDLE_WITHIN_MS }).catch(() => null)
      await pause(SETTLED_MS)
      await takeSeen(page)
    }
    await act(page)
    await pause(SETTLED_MS)
    const seen = await takeSeen(page)
    const [touch, task] = [worst(seen.interactions), worst(seen.tasks)]
    say(`${title}: ${msOf(touch)} (${touch?.what ?? '—'}); задача ${show(msOf(task))} (${task?.what ?? '—'})`)
    day.push(seen)
  }
  await context.close()
  return day
}

const report = (days: readonly Seen[][]): string => {
  const lines = DAY.map(({ title, bar }, at) => {
    const seen = days.map((day) => day[at])
    const slowest = seen.map((one) => msOf(worst(one?.interactions ?? [])))
    const tasks = seen.map((one) => msOf(worst(one?.tasks ?? [])))
    const row = [median(slowest), Math.max(...slowest)].map((ms) => show(ms))
    return [title, `**${row[0]}**`, row[1] ?? '', `≤ ${bar}`, show(Math.max(...tasks))]
  })
  const all = days.flat()
  const touches = all.flatMap(({ interactions }) => interactions)
  const p98 = quantile(
    touches.map(({ ms }) => ms),
    0.98,
  )
  const [touch, task] = [worst(touches), worst(all.flatMap(({ tasks }) => tasks))]
  const sum = table(
    ['За день', 'мс', 'цель'],
    [
      [`касаний и клавиш ${show(touches.length)}: p98`, `**${show(p98)}**`, `≤ ${BAR_MS}`],
      [`худшее (${touch?.what ?? '—'})`, show(msOf(touch)), ''],
      ['самая долгая задача после старта', `**${show(msOf(task))}**`, `≤ ${TASK_BAR_MS}`],
    ],
  )
  const head = ['Шаг', 'худшее касание, медиана', 'худшее', 'цель', 'самая долгая задача']
  return `${sum}\n\n${table(head, lines)}`
}

/** Measures on a slow phone the time from an input to the next frame, and the longest tasks of the main thread. */
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
    const line = await openSlowLine(PORT)
    try {
      const days: Seen[][] = []
      for (let run = 0; run < RUNS; run += 1) days.push(await liveADay(browser, line.url))
      return `${report(days)}

Event Timing и Long Tasks: от первого события касания или клавиши до следующего кадра (Chromium округляет до 8 мс; короче 16 мс не считает, поэтому p98 строже) и задачи главного потока, кроме старта страницы. Slow 4G, процессор замедлен в ${THROTTLE} раза, 390 px, дней ${RUNS}.`
    } finally {
      line.cut()
      await browser.close()
      await app.end()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
