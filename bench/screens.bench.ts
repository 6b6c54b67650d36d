import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { type Inspection, inspect, LIGHTHOUSE } from './lib/lighthouse.ts'
import { startLoneBrowser } from './lib/lone-browser.ts'
import { median, show } from './lib/numbers.ts'
import { table } from './report.ts'

const PORT = 5460
const DEBUGGING_PORT = 5461
const RUNS = 3

const PEOPLE = {
  staff: { login: 'aziza@demo.test', password: 'Demo-pass-1' },
  agent: { login: 'agent@demo.test', password: 'Demo-agent-1' },
}

interface Screen {
  name: string
  title: string
  who: keyof typeof PEOPLE | 'nobody'
  path: (page: Page, origin: string) => Promise<string>
}

/** Finds the first link on a page whose address begins with `begins`. */
const linkOn = (from: string, begins: string) => async (page: Page, origin: string) => {
  await page.goto(origin + from)
  const href = await page.locator(`a[href^="${begins}"]:not([href$="/add"])`).first().getAttribute('href')
  if (href === null) throw new Error(`${from} has no link to ${begins}…`)
  return href
}
const at = (path: string) => async () => path

/** The first screens of each app. */
const SCREENS: readonly Screen[] = [
  { name: 'home', title: 'главная помощи', who: 'staff', path: at('/1') },
  { name: 'list', title: 'тикеты', who: 'staff', path: at('/1/tickets') },
  { name: 'ticket', title: 'переписка', who: 'staff', path: linkOn('/1/tickets', '/1/tickets/') },
  { name: 'add', title: 'новый тикет', who: 'staff', path: at('/1/tickets/add') },
  { name: 'article', title: 'статья', who: 'staff', path: linkOn('/1', '/1/section/') },
  { name: 'profile', title: 'профиль', who: 'staff', path: at('/1/profile') },
  { name: 'desk', title: 'очередь поддержки', who: 'agent', path: at('/desk/') },
  { name: 'intranet', title: 'вход', who: 'nobody', path: at('/intranet/') },
]

/** Signs in the person for the screen, and returns its address. */
const enter =
  (origin: string, { who, path }: Screen) =>
  async (context: BrowserContext) => {
    await context.clearCookies()
    if (who !== 'nobody') {
      const answer = await context.request.post(`${origin}/api/auth/sign-in/`, { data: PEOPLE[who] })
      if (!answer.ok()) throw new Error(`${PEOPLE[who].login} cannot sign in: ${answer.status()}`)
    }
    const page = await context.newPage()
    const url = origin + (await path(page, origin))
    await page.close()
    return url
  }

const rowOf = (title: string, runs: readonly Inspection[]): string[] => {
  const figures = (
    value: (run: Inspection) => number,
    digits: 0 | 1 | 2 | 3,
    worst: (...all: number[]) => number,
  ) => {
    const all = runs.map(value)
    return `${show(median(all), digits)} / ${show(worst(...all), digits)}`
  }
  return [
    title,
    figures((run) => run.performance, 0, Math.min),
    figures((run) => run.accessibility, 0, Math.min),
    figures((run) => run.lcp_s, 2, Math.max),
    figures((run) => run.tbt_ms, 0, Math.max),
    figures((run) => run.cls, 3, Math.max),
    show(median(runs.map((run) => run.script_kb)), 1),
    figures((run) => run.machine, 0, Math.min),
  ]
}

const BARS = ['цель', '≥ 97 (поддержка 90)', '100', '≤ 1,8 (2,2)', '≤ 150', '≤ 0,02', '≤ 150', '1500–2000']

/** Measures every first screen on a phone with Lighthouse. */
export const screens: Bench = {
  name: 'screens',
  title: 'Первые экраны на телефоне',
  run: async ({ screen }) => {
    const wanted = SCREENS.filter(({ name }) => screen === undefined || screen.split(',').includes(name))
    if (wanted.length === 0) throw new Error(`--screen: ${SCREENS.map(({ name }) => name).join(', ')}`)
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-screens-'))
    const app = await startApp({
      port: PORT,
      env: { DATA_DIR: join(dir, 'data'), SEED: 'demo', LOG_LEVEL: 'error', PUBLIC_URL: '' },
    })
    const browser = await startLoneBrowser(join(dir, 'browser'), DEBUGGING_PORT)
    try {
      const rows: string[][] = []
      for (const screen of wanted) {
        const { name, title } = screen
        const url = await browser.prepare(enter(app.url, screen))
        const runs: Inspection[] = []
        for (let run = 0; run < RUNS; run += 1) {
          const one = await inspect(browser, url, join(dir, 'report.json'))
          runs.push(one)
          const said = [
            one.performance,
            one.accessibility,
            one.lcp_s,
            one.fcp_s,
            one.tbt_ms,
            one.cls,
            one.script_kb,
            one.machine,
          ]
          say([name, ...said.map((figure) => show(figure, 2)), ...one.lacking].join('; '))
        }
        rows.push(rowOf(title, runs))
      }
      const head = [
        'Экран',
        'скорость',
        'доступность',
        'LCP, с',
        'TBT, мс',
        'CLS',
        'JavaScript, КБ br',
        'машина',
      ]
      return `${table(head, [...rows, BARS])}

${LIGHTHOUSE}, мобильный профиль по умолчанию (замедленные сеть и процессор, расчётная модель), прогонов ${RUNS}: медиана / худший; демонстрационная база, кэш пуст, JavaScript — то, с чем начинает приложение. «Машина» — её скорость в тот миг по мерке Lighthouse (benchmarkIndex): замедление в 4 раза рассчитано на 1500–2000, на более медленной машине оно строже.`
    } finally {
      await browser.end()
      await app.end()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
