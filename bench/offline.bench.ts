import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { makeCall } from '@podmoga/contract/client'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { subscribeDevice } from '@podmoga/contract/notifications'
import { signIn as signInCall, signOut } from '@podmoga/contract/session'
import { createTicket, listTickets } from '@podmoga/contract/tickets'
import { fetchTransport } from '@podmoga/contract/transports'
import { startPushService } from '../apps/server/src/ports/testing-push.ts'
import { CHROMIUM } from '../tools/chromium.ts'
import { startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { signIn } from './lib/browser.ts'
import { median, show } from './lib/numbers.ts'
import { bold, PHONE, shrinkPhotos } from './lib/offline-photo.ts'
import { openSlowLine } from './lib/slow-line.ts'
import { table } from './report.ts'

const PORT = 5482
const RUNS = 5
const THROTTLE = 4
const IDLE_MS = 5 * 60_000
const HOUR_MS = 3_600_000

const callAs = async (url: string, login: string, password: string, restaurant?: string) => {
  const base_url = `${url}/api/`
  const anonymous = makeCall({ base_url, transport: fetchTransport, headers: () => ({}) })
  const { access_token } = await anonymous(signInCall, { body: { login, password } })
  const headers = { Authorization: `Bearer ${access_token}`, 'Accept-Language': 'ru' }
  return makeCall({
    base_url,
    transport: fetchTransport,
    headers: () => ({ ...headers, ...(restaurant !== undefined && { AuthRestaurantId: restaurant }) }),
  })
}

/** Opens a page of the installed app. Returns milliseconds from navigation until the expected content is shown. */
const openOnce = async (context: BrowserContext, path: string, sought: string) => {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  await page.addInitScript((selector) => {
    const held = window as unknown as { seen: number }
    const look = () => {
      if (document.querySelector(selector) === null) return void requestAnimationFrame(look)
      requestAnimationFrame(() =>
        setTimeout(() => {
          held.seen = performance.now()
        }),
      )
    }
    look()
  }, sought)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => (window as unknown as { seen?: number }).seen !== undefined)
  const found = await page.evaluate(() => ({
    seen: (window as unknown as { seen: number }).seen,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  await page.close()
  return found
}

/** Measures a second visit: the worker is installed, and read content is stored. */
const visitAgain = async (browser: Browser, url: string): Promise<string> => {
  const line = await openSlowLine(Number(new URL(url).port))
  const context = await browser.newContext({ ...PHONE, baseURL: line.url })
  const first = await context.newPage()
  await signIn(first)
  const call = await callAs(url, 'aziza@demo.test', 'Demo-pass-1', '1')
  const [ticket] = (await call(listTickets, {})).results
  const pages = [
    ['главная', '/1', 'main a[href*="/material/"]'],
    ['главная с экрана «Домой»', '/?open=', 'main a[href*="/material/"]'],
    ['тикеты', '/1/tickets', 'main li > a[href*="/tickets/"]'],
    ['переписка', `/1/tickets/${ticket?.id}`, 'main article'],
  ] as const
  for (const [, path] of pages) {
    await first.goto(path)
    await pause(2500)
  }
  await first.evaluate(async () => void (await navigator.serviceWorker.ready))
  await first.close()
  const rows: string[][] = []
  const measure = async (how: string) => {
    for (const [name, path, sought] of pages) {
      const runs = []
      for (let run = 0; run < RUNS; run += 1) runs.push(await openOnce(context, path, sought))
      const seen = runs.map((one) => one.seen)
      const painted = runs.map((one) => one.painted).filter(Number.isFinite)
      say(`${name}, ${how}: ${show(median(seen))}`)
      rows.push([
        `${name}, ${how}`,
        // If a page is closed at once, the browser does not always report the paint.
        painted.length === 0 ? '—' : show(median(painted)),
        bold(median(seen)),
        show(Math.max(...seen)),
        '≤ 1 000',
      ])
    }
  }
  await measure('slow 4G')
  line.cut()
  await measure('без сети')
  await context.close()
  return table(['Второй визит', 'первая краска, мс', 'содержимое, мс', 'худшее', 'цель'], rows)
}

/** Measures requests and CPU time of an idle open app. */
const lieOpen = async (browser: Browser, url: string, isHidden: boolean) => {
  const context = await browser.newContext({ ...PHONE, baseURL: url })
  const page = await context.newPage()
  if (isHidden)
    await page.addInitScript(() => {
      const held = window as unknown as { away: boolean }
      held.away = false
      Object.defineProperty(Document.prototype, 'hidden', { get: () => held.away })
      Object.defineProperty(Document.prototype, 'visibilityState', {
        get: () => (held.away ? 'hidden' : 'visible'),
      })
    })
  await signIn(page)
  await page.goto('/1/tickets')
  // Waits for prefetching, which belongs to the opening.
  await pause(45_000)
  if (isHidden)
    await page.evaluate(() => {
      Object.assign(window, { away: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
  await pause(3000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const cpu = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN) * 1000
  }
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const before = await cpu()
  await pause(IDLE_MS)
  const share = ((await cpu()) - before) / IDLE_MS
  say(`${isHidden ? 'в кармане' : 'на столе'}: ${asked.length} запросов (${asked.join(' ')})`)
  await context.close()
  return [
    isHidden ? 'в кармане (страница скрыта)' : 'на столе (страница видна)',
    bold(share * 100, 2),
    '≤ 1',
    show(asked.length),
    bold((asked.length * HOUR_MS) / IDLE_MS),
    '≤ 50',
  ]
}

/** Measures the time from the end of access to the last push in a series of replies. */
const endOfPush = async (url: string, service: Awaited<ReturnType<typeof startPushService>>) => {
  const agent = await callAs(url, 'agent@demo.test', 'Demo-agent-1')
  const after: number[] = []
  let before = 0
  for (let run = 0; run < RUNS; run += 1) {
    const person = await callAs(url, 'timur@demo.test', 'Demo-pass-2', '2')
    const browser = service.browser()
    await person(subscribeDevice, { body: browser.subscription })
    const tickets: string[] = []
    for (let at = 0; at < 40; at += 1) {
      const form = { category: 'other', initial_message: `Тикет ${run} ${at}` } as const
      tickets.push(String((await person(createTicket, { form })).id))
    }
    let ended = Number.POSITIVE_INFINITY
    let last = 0
    let seen = 0
    const watch = setInterval(() => {
      if (browser.received.length === seen) return
      seen = browser.received.length
      last = performance.now()
    }, 2)
    for (const [at, ticketId] of tickets.entries()) {
      if (at === 25) {
        await person(signOut, {})
        ended = performance.now()
        before += browser.received.length
      }
      await agent(sendDeskReply, { params: { ticketId }, form: { text: 'Ответ' } })
      await pause(50)
    }
    await pause(6000)
    clearInterval(watch)
    after.push(Math.max(0, last - ended))
  }
  say(`push после выхода: ${after.map((ms) => show(ms)).join(', ')}; до него ${before}`)
  if (before === 0) throw new Error('no push has come at all')
  return table(
    ['Push после «Выхода»', 'мс', 'цель'],
    [['последний, худший из прогонов', bold(Math.max(...after)), '≤ 5 000']],
  )
}

/** Measures the installed app on a slow phone: second visit, idle, photos, and no push after sign-out. */
export const offline: Bench = {
  name: 'offline',
  title: 'В кармане',
  run: async ({ screen }) => {
    const wanted = (part: string) => screen === undefined || screen.split(',').includes(part)
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-offline-'))
    const service = await startPushService()
    const app = await startApp({
      port: PORT,
      env: {
        DATA_DIR: dir,
        SEED: 'demo',
        LOG_LEVEL: 'error',
        RATE_LIMITS: 'off',
        PUBLIC_URL: '',
        PUSH_ORIGINS: service.url,
        NOTICE_AFTER_SECONDS: '0',
      },
    })
    const browser = await chromium.launch(CHROMIUM)
    try {
      const parts: string[] = []
      if (wanted('again')) parts.push(await visitAgain(browser, app.url))
      if (wanted('photo')) parts.push(await shrinkPhotos(browser, app.url))
      if (wanted('push')) parts.push(await endOfPush(app.url, service))
      if (wanted('idle')) {
        const rows = await Promise.all([lieOpen(browser, app.url, true), lieOpen(browser, app.url, false)])
        const head = ['Открыто и не тронуто', 'процессор, %', 'цель', `запросов за ${IDLE_MS / 60_000} мин`]
        parts.push(table([...head, 'за час, пересчёт', 'цель'], rows))
      }
      return parts.join('\n\n')
    } finally {
      await browser.close()
      await app.end()
      await service.stop()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
