import { type ClientRequest, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { sendReply } from '@podmoga/contract/tickets'
import { CHROMIUM } from '../tools/chromium.ts'
import { type Bench, say } from './bench.ts'
import { type DeskBase, enter, withDesk } from './desk-base.ts'
import { DESK } from './desk-data.ts'
import { signIn } from './lib/browser.ts'
import { type Cook, cooksOf, moveHalf, writeFor } from './lib/desk-writers.ts'
import { quantile, show } from './lib/numbers.ts'
import { PASSWORD } from './lib/tickets-data.ts'
import { table } from './report.ts'

const STAFF = 1000
const AGENTS = 200
const EVENTS = 150
const WRITERS = 16
const WRITE_MS = 8000
/** Number of messages measured on the screen. */
const SHOWN = 60

type Heard = (text: string, at: number) => void

/** Opens a live stream that reports each chunk with its time. Settles when the first bytes have come. */
const listen = (url: string, headers: Record<string, string>, heard: Heard): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.setEncoding('utf8')
      answer.once('data', () => resolve(sent))
      answer.on('data', (text: string) => heard(text, performance.now()))
      answer.on('error', () => undefined)
    })
    sent.on('error', reject).end()
  })

const megabytes = (bytes: number): number => bytes / 1024 / 1024

/** In an agent's page: when each mark was first drawn in a message and in a row of the queue. */
interface Drawn {
  bubble: Record<string, number>
  row: Record<string, number>
}

/** Measures the time from a cook's click to the agent's screen: the message in the open conversation, and the queue's row. */
const measureScreen = async (base: DeskBase, cook: Cook) => {
  const origin = base.hosts[0]?.hosted ?? ''
  let browser: Browser | undefined
  try {
    browser = await chromium.launch(CHROMIUM)
    const page = await (
      await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, locale: 'ru' })
    ).newPage()
    await signIn(page, { login: DESK.login, password: PASSWORD })
    const where = `?tab=open&restaurant=${cook.restaurant}`
    await page.goto(`/desk/${where}`)
    const ticket =
      (await page.locator('main:not(.before-main) [data-ticket]').first().getAttribute('data-ticket')) ?? ''
    await page.goto(`/desk/tickets/${ticket}${where}`)
    await page.getByRole('textbox', { name: 'Ответ' }).waitFor()
    await pause(2000)
    let asked = 0
    page.on('request', (sent) => {
      if (sent.url().includes('/api/')) asked += 1
    })
    await page.evaluate(() => {
      const drawn: Drawn = { bubble: {}, row: {} }
      ;(window as unknown as { drawn: Drawn }).drawn = drawn
      const look = () => {
        for (const node of document.querySelectorAll('main'))
          for (const [, mark = ''] of node.textContent.matchAll(/экран:(\d+);/g)) {
            const inRow = [...node.querySelectorAll('[data-ticket]')].some((row) =>
              row.textContent.includes(`экран:${mark};`),
            )
            const inBubble = [...node.querySelectorAll('section')].some(
              (part) =>
                part.querySelector('[data-ticket]') === null && part.textContent.includes(`экран:${mark};`),
            )
            // The time of the frame that shows it.
            const at = performance.timeOrigin + performance.now()
            if (inRow) drawn.row[mark] ??= at
            if (inBubble) drawn.bubble[mark] ??= at
          }
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const pressed: number[] = []
    for (let at = 0; at < SHOWN; at++) {
      pressed.push(performance.timeOrigin + performance.now())
      await cook.entered.call(sendReply, {
        params: { ticketId: ticket },
        form: { text: `Касса стоит экран:${at};` },
        files: [],
      })
      await page.waitForFunction(
        (mark) => {
          const { bubble, row } = (window as unknown as { drawn: Drawn }).drawn
          return bubble[mark] !== undefined && row[mark] !== undefined
        },
        String(at),
        { timeout: 10_000 },
      )
      await pause(250)
    }
    const drawn = await page.evaluate(() => (window as unknown as { drawn: Drawn }).drawn)
    const took = (of: Record<string, number>) => pressed.map((at, mark) => (of[String(mark)] ?? 0) - at)
    return { bubble: took(drawn.bubble), row: took(drawn.row), asked }
  } finally {
    await browser?.close()
  }
}

/** Opens a busy day's streams on one server, and measures the delay of an event to them and to those of another server. */
const measureListeners = async (base: DeskBase, cooks: readonly Cook[]) => {
  const [near, far] = base.hosts
  if (near === undefined || far === undefined) throw new Error('two servers are needed')
  const agent = await enter(near.hosted, DESK.login)
  const farAgent = await enter(far.hosted, DESK.login)
  await pause(2000)
  const idle = await near.memory()
  const arrivals = new Map<string, { near: number[]; far: number[]; staff: number[] }>()
  const note = (who: 'near' | 'far' | 'staff') => (text: string, at: number) => {
    for (const [, mark = ''] of text.matchAll(/op:(\d+);/g)) arrivals.get(mark)?.[who].push(at)
  }
  const open: ClientRequest[] = []
  for (let at = 0; at < AGENTS; at++)
    open.push(await listen(`${near.hosted}/api/desk/events/`, agent.headers, note('near')))
  for (let at = 0; at < STAFF; at++) {
    const cook = cooks[at % cooks.length]
    if (cook !== undefined)
      open.push(await listen(`${near.hosted}/api/events/`, cook.entered.headers, note('staff')))
  }
  open.push(await listen(`${far.hosted}/api/desk/events/`, farAgent.headers, note('far')))
  await pause(2000)
  const seated = await near.memory()
  const ms = { near: [] as number[], far: [] as number[], staff: [] as number[] }
  for (let at = 0; at < EVENTS; at++) {
    const cook = cooks[at % cooks.length]
    const mark = String(at)
    arrivals.set(mark, { near: [], far: [], staff: [] })
    const began = performance.now()
    await cook?.entered.call(sendReply, {
      params: { ticketId: cook.ticket },
      form: { text: `Касса не печатает op:${mark};` },
      files: [],
    })
    await pause(60)
    for (let wait = 0; wait < 50 && (arrivals.get(mark)?.far.length ?? 0) === 0; wait++) await pause(20)
    for (const who of ['near', 'far', 'staff'] as const)
      ms[who].push(...new Set((arrivals.get(mark)?.[who] ?? []).map((came) => came - began)))
  }
  const busy = await near.memory()
  const [cook] = cooks
  if (cook === undefined) throw new Error('nobody writes')
  const screen = await measureScreen(base, cook)
  for (const one of open) one.destroy()
  return { idle, seated, busy, ms, screen }
}

const write = (writers: readonly Cook[]) => writeFor(writers, WRITE_MS, () => 'Ещё строка')

const range = (ms: readonly number[]): string =>
  `${show(quantile(ms, 0.5), 0)} / ${show(quantile(ms, 0.95), 0)}`

/** Measures streams, their memory and delay, and the cost of ordering a business's events for writers. */
export const deskLive: Bench = {
  name: 'desk-live',
  title: 'Рабочее место: живой поток и запись',
  run: (options) =>
    withDesk(options, 2, async (base) => {
      const cooks = await cooksOf(base)
      const { idle, seated, busy, ms, screen } = await measureListeners(base, cooks)
      say(
        `память ${megabytes(idle).toFixed(0)} → ${megabytes(seated).toFixed(0)} → ${megabytes(busy).toFixed(0)}`,
      )
      const listeners = table(
        ['Что', 'значение', 'цель'],
        [
          ['память сервера без потоков, МБ', show(megabytes(idle)), '—'],
          [
            `прибавка на ${STAFF} сотрудников и ${AGENTS} агентов, МБ`,
            `**${show(megabytes(seated - idle))}**`,
            '≤ 150',
          ],
          [`она же после ${EVENTS} событий, МБ`, `**${show(megabytes(busy - idle))}**`, '≤ 150'],
          [`ответ нажат → событие у агента, p50 / p95, мс`, `**${range(ms.near)}**`, '≤ 300'],
          ['то же у агента на другом сервере', `**${range(ms.far)}**`, '≤ 300'],
          ['то же у сотрудников ресторана', range(ms.staff), '≤ 300'],
          ['ответ нажат → сообщение на экране агента', `**${range(screen.bubble)}**`, '≤ 300'],
          ['ответ нажат → строка очереди на нём же', `**${range(screen.row)}**`, '≤ 300'],
          [`вопросов к серверу с этого экрана на ${SHOWN} сообщений`, show(screen.asked), '—'],
        ],
      )
      const all = Array.from({ length: WRITERS }, (_, at) => cooks[at] as Cook)
      const odd = all.filter((_, at) => at % 2 === 1)
      const even = all.filter((_, at) => at % 2 === 0)
      const rows: string[][] = []
      const note = (title: string, { rate, ms: took }: Awaited<ReturnType<typeof write>>) => {
        rows.push([title, show(rate), range(took)])
        say(`${title}: ${rows.at(-1)?.slice(1).join(', ')}`)
      }
      await write(even)
      note('один писатель', await write(even.slice(0, 1)))
      note(`${even.length} писателей одного бизнеса`, await write(even))
      note(`${all.length} писателей одного бизнеса`, await write(all))
      await moveHalf(base.sql, 2)
      try {
        const [one, two] = await Promise.all([write(even), write(odd)])
        note(`${even.length} писателей одного бизнеса, пока столько же пишут во втором`, one)
        note('из них второй бизнес', two)
        rows.push(['оба вместе', show(one.rate + two.rate), '—'])
      } finally {
        await moveHalf(base.sql, 1)
      }
      return `${listeners}

${table(['Запись ответов', 'в секунду', 'p50 / p95, мс'], rows)}

Один процесс сервера держит все потоки, второй — ещё одного агента; оба и измеритель на тех же ядрах. Память — RSS после сборки мусора. От нажатия: с отправки запроса до байтов события у слушателя; на экране — до кадра, в котором это стоит (Chromium 1440 px, все потоки открыты). Писатели — сотрудники, у каждого свой тикет и свой ресторан; события бизнеса коммитятся по порядку под одним замком.`
    }),
}
