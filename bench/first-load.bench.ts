import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Request } from '@playwright/test'
import { CHROMIUM } from '../tools/chromium.ts'
import { startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { signIn } from './lib/browser.ts'
import { show } from './lib/numbers.ts'
import { table } from './report.ts'

const PORT = 5470
const RESTAURANT = '1'
/** The page counts as loaded after this time without a new request. */
const QUIET_MS = 1500
const TARGETS = { script: 190, stylesheet: 15 } as const

interface Loaded {
  type: string
  path: string
  bytes: number
  encoding: string
}

const loadedOf = async (request: Request): Promise<Loaded | null> => {
  const answer = await request.response()
  // The event stream never ends, so it has no size.
  if (answer === null || (answer.headers()['content-type'] ?? '').startsWith('text/event-stream')) return null
  await answer.finished()
  return {
    type: request.resourceType(),
    path: new URL(request.url()).pathname,
    bytes: (await request.sizes()).responseBodySize,
    encoding: answer.headers()['content-encoding'] ?? 'нет',
  }
}

/** Records all requests of the ticket list in a browser with a session and an empty cache. */
const loadOnce = async (browser: Browser, url: string): Promise<{ loaded: Loaded[]; shown_ms: number }> => {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await signIn(page)
  const requests: Request[] = []
  let last = performance.now()
  page.on('request', (request) => {
    requests.push(request)
    last = performance.now()
  })
  const started = performance.now()
  await page.goto(`/${RESTAURANT}/tickets`)
  await page.locator(`a[href^="/${RESTAURANT}/tickets/"]:not([href$="/add"])`).first().waitFor()
  const shown_ms = performance.now() - started
  while (performance.now() - last < QUIET_MS) await pause(100)
  const loaded = await Promise.all(requests.map(loadedOf))
  await context.close()
  return { loaded: loaded.filter((one) => one !== null), shown_ms }
}

const kilobytes = (bytes: number): string => show(bytes / 1024, 1)

const report = (loaded: readonly Loaded[], shown_ms: number): string => {
  const kinds: [title: string, type: string, target: number | null][] = [
    ['JavaScript', 'script', TARGETS.script],
    ['CSS', 'stylesheet', TARGETS.stylesheet],
    ['страница', 'document', null],
    ['шрифты', 'font', null],
    ['ответы сервера', 'fetch', null],
    ['картинки', 'image', null],
  ]
  const rows = kinds.map(([title, type, target]) => {
    const these = loaded.filter((one) => one.type === type)
    const bytes = these.reduce((sum, one) => sum + one.bytes, 0)
    return [
      target === null ? title : `**${title}**`,
      show(these.length),
      target === null ? kilobytes(bytes) : `**${kilobytes(bytes)}**`,
      target === null ? '—' : show(target),
    ]
  })
  for (const one of loaded) say(`${one.type} ${one.path} ${one.bytes} ${one.encoding}`)
  return `${table(['Что', 'запросов', 'КБ по сети', 'не больше'], rows)}

Список тикетов в Chromium с сессией и пустым кэшем, 1280×720; тела ответов в том сжатии, в каком пришли (JavaScript и CSS — brotli), 1 КБ = 1024 байта. Считано всё, что страница запросила до тишины в ${show(QUIET_MS / 1000, 1)} с, и то, что она подгружает про запас. Первый тикет на экране через ${show(shown_ms)} мс.`
}

/** Measures how much the ticket list downloads. */
export const firstLoad: Bench = {
  name: 'first-load',
  title: 'Первая загрузка списка тикетов',
  run: async () => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-load-'))
    const app = await startApp({
      port: PORT,
      env: { DATA_DIR: dir, SEED: 'demo', LOG_LEVEL: 'error', PUBLIC_URL: '' },
    })
    const browser = await chromium.launch(CHROMIUM)
    try {
      const { loaded, shown_ms } = await loadOnce(browser, app.url)
      return report(loaded, shown_ms)
    } finally {
      await browser.close()
      await app.end()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
