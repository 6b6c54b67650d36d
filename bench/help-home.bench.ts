import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM } from '../e2e/chromium.ts'
import { startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { signIn } from './browser.ts'
import { median, show } from './numbers.ts'
import { table } from './report.ts'

const PORT = 5460
const DEBUGGING_PORT = 5461
const RUNS = 5
// More than a hundred megabytes that only this bench needs: fetched by npm when it runs, not with everybody's install.
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; title: string; details?: { items?: unknown[] } }
  >
}

interface NetworkRequest {
  resourceType?: string
  transferSize?: number
}

/** One run of Lighthouse with its mobile profile (simulated slow 4G, processor four times slower), in our browser. */
const inspect = async (url: string, file: string): Promise<Report> => {
  const command = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url,
    `--port=${DEBUGGING_PORT}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    // The session has to stay; see emptyCache for the rest.
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ]
  await promisify(execFile)('npm', command, { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

const emptyCache = async (context: BrowserContext): Promise<void> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  await page.close()
}

const lacking = ({ categories, audits }: Report): string[] =>
  CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => {
      const { score = null, title = '' } = audits[id] ?? {}
      return score === null || score >= 0.9 ? [] : [`${id} (${title}): ${score}`]
    })

const scriptBytes = ({ audits }: Report): number =>
  ((audits['network-requests']?.details?.items ?? []) as NetworkRequest[])
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)

const summary = (reports: readonly Report[]): string => {
  const score = (category: string) =>
    reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)
  const row = (title: string, values: number[], digits: 0 | 1 | 2 | 3, bar: string, worst: number) => [
    title,
    `**${show(median(values), digits)}**`,
    show(worst, digits),
    bar,
  ]
  const least = (title: string, values: number[], bar: string) =>
    row(title, values, 0, bar, Math.min(...values))
  const most = (title: string, values: number[], digits: 0 | 1 | 2 | 3, bar: string) =>
    row(title, values, digits, bar, Math.max(...values))
  const seconds = (audit: string) => value(audit).map((ms) => ms / 1000)
  return table(
    ['Что', 'медиана', 'худший', 'цель'],
    [
      least('Lighthouse, скорость', score('performance'), '≥ 98'),
      least('Lighthouse, доступность', score('accessibility'), '100'),
      least('Lighthouse, хорошие привычки', score('best-practices'), '—'),
      most('LCP, с', seconds('largest-contentful-paint'), 2, '≤ 1,8'),
      most('FCP, с', seconds('first-contentful-paint'), 2, '—'),
      most('TBT, мс', value('total-blocking-time'), 0, '—'),
      most('CLS', value('cumulative-layout-shift'), 3, '≤ 0,02'),
      most(
        'JavaScript по сети, КБ',
        reports.map(scriptBytes).map((bytes) => bytes / 1024),
        1,
        '≤ 190',
      ),
    ],
  )
}

/** The help home as a phone meets it, by Lighthouse. */
export const helpHome: Bench = {
  name: 'help-home',
  title: 'Главная помощи на телефоне',
  run: async () => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-home-'))
    const app = await startApp({
      port: PORT,
      env: { DATA_DIR: join(dir, 'data'), SEED: 'demo', LOG_LEVEL: 'error', PUBLIC_URL: '' },
    })
    const context = await chromium.launchPersistentContext(join(dir, 'browser'), {
      ...CHROMIUM,
      args: [...CHROMIUM.args, `--remote-debugging-port=${DEBUGGING_PORT}`],
      baseURL: app.url,
    })
    try {
      await signIn(context.pages()[0] ?? (await context.newPage()))
      const reports: Report[] = []
      for (let run = 0; run < RUNS; run++) {
        await emptyCache(context)
        const report = await inspect(`${app.url}/1`, join(dir, 'report.json'))
        reports.push(report)
        const scores = CATEGORIES.map((category) => show((report.categories[category]?.score ?? 0) * 100))
        say([...scores, ...lacking(report)].join('; '))
      }
      return `${summary(reports)}

${LIGHTHOUSE}, мобильный профиль по умолчанию (замедленные сеть и процессор, расчётная модель), ${RUNS} прогонов; демонстрационная база, есть сессия, кэш пуст.`
    } finally {
      await context.close()
      await app.end()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
