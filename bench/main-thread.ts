import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, CDPSession } from '@playwright/test'

const CATEGORIES = ['toplevel', 'loading', 'devtools.timeline']
/** The first load is over by then: what is fetched ahead begins a second later. */
const LOADED_MS = 5000
/** What Lighthouse's phone is slower by, and what it takes for a long task. */
const SLOWER = 4
const LONG_MS = 50

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Microseconds of the processor that the thread had, without those that it waited for one. */
  tdur?: number
  args?: { data?: { documentLoaderURL?: string } }
}

const traced = async (session: CDPSession, load: () => Promise<unknown>): Promise<TraceEvent[]> => {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent)
  })
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  })
  await load()
  const complete = new Promise<unknown>((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return events
}

const outermost = (tasks: readonly TraceEvent[]): TraceEvent[] => {
  let end = 0
  return tasks
    .toSorted((a, b) => a.ts - b.ts)
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}

/**
 * Blocking time of one first visit, in ms, by the processor's clock: neighbours on the machine lengthen a task's time by the
 * wall fourfold, this by a tenth. From the first paint on, as Lighthouse counts it. Empty the cache before.
 */
export const blockingTime = async (context: BrowserContext, url: string): Promise<number> => {
  const browser = context.browser()
  const page = await context.newPage()
  const session = browser === null ? await context.newCDPSession(page) : await browser.newBrowserCDPSession()
  try {
    const events = await traced(session, async () => {
      await page.goto(url, { waitUntil: 'commit' })
      await pause(LOADED_MS)
    })
    const { origin } = new URL(url)
    const start = events.findLast(
      ({ name, args }) =>
        name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith(origin) === true,
    )
    if (start === undefined) throw new Error(`no navigation to ${url} was traced`)
    const { pid, tid } = start
    const painted = events.find((event) => event.name === 'firstContentfulPaint' && event.pid === pid)
    const from = painted?.ts ?? start.ts
    const tasks = events.filter(
      (event) =>
        event.pid === pid &&
        event.tid === tid &&
        event.ph === 'X' &&
        event.ts >= from &&
        event.name.endsWith('RunTask'),
    )
    return outermost(tasks).reduce(
      (sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * SLOWER - LONG_MS),
      0,
    )
  } finally {
    await session.detach()
    await page.close()
  }
}
