import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { BrowserContext } from '@playwright/test'
import type { LoneBrowser } from './lone-browser.ts'

// More than a hundred megabytes that only this bench needs: fetched by npm when it runs, not with everybody's install.
export const LIGHTHOUSE = 'lighthouse@13.5.0'
const LOADED_WITHIN_MS = 5000
const CATEGORIES = ['performance', 'accessibility'] as const

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; title: string; details?: { items?: unknown[] } }
  >
}

interface NetworkRequest {
  priority?: string
  resourceType?: string
  transferSize?: number
}

/** One screen as a phone meets it. */
export interface Inspection {
  performance: number
  accessibility: number
  lcp_s: number
  fcp_s: number
  tbt_ms: number
  cls: number
  /** All JavaScript that came over the line, in KiB. */
  script_kb: number
  /** What cost points, in words. */
  lacking: string[]
  /** How fast the machine was just then, by Lighthouse's own measure; its factor 4 is meant for 1,500 to 2,000. */
  machine: number
}

/**
 * One run of Lighthouse with its mobile profile (simulated slow 4G, processor four times slower): the browser's session
 * stays, its cache is emptied before.
 */
export const inspect = async (browser: LoneBrowser, url: string, file: string): Promise<Inspection> => {
  await browser.prepare((context) => emptyCache(context, new URL(url).origin))
  const command = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url,
    `--port=${browser.port}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    // The stream of events never ends, and some seconds later the app fetches ahead what may be wanted: neither is the first load.
    `--max-wait-for-load=${LOADED_WITHIN_MS}`,
    // The session has to stay; see emptyCache for the rest.
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ]
  await promisify(execFile)('npm', command, { maxBuffer: 64 * 1024 * 1024 })
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  const score = (category: string) => (report.categories[category]?.score ?? 0) * 100
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    lcp_s: value('largest-contentful-paint') / 1000,
    fcp_s: value('first-contentful-paint') / 1000,
    tbt_ms: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    script_kb: scriptBytes(report) / 1024,
    lacking: lacking(report),
    machine: report.environment.benchmarkIndex,
  }
}

/** A first visit of somebody signed in: what a run before has left (the worker, its files, kept answers) goes too. */
const emptyCache = async (context: BrowserContext, origin: string): Promise<void> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage,indexeddb',
  })
  await session.detach()
  await page.close()
}

const lacking = ({ categories, audits }: Report): string[] =>
  CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => {
      const { score = null, title = '', details } = audits[id] ?? {}
      if (score === null || score >= 0.9) return []
      return [[`${id} (${title}): ${score}`, ...placesOf(details?.items)].join(' | ')]
    })

/** Which elements of the page an audit found fault with, and where they stand. */
const placesOf = (items: readonly unknown[] = []): string[] =>
  (items as { node?: { selector: string; boundingRect: { top: number; width: number; height: number } } }[])
    .flatMap(({ node }) => (node === undefined ? [] : [node]))
    .map(({ selector, boundingRect: { top, width, height } }) => `${selector} ${width} × ${height} at ${top}`)

/** Scripts, and those of the app itself, which its start fetches first, with low priority (packages/web/src/start/app-scripts.ts). */
const scriptBytes = ({ audits }: Report): number =>
  ((audits['network-requests']?.details?.items ?? []) as NetworkRequest[])
    .filter(
      ({ resourceType, priority }) =>
        resourceType === 'Script' || (resourceType === 'Fetch' && priority === 'Low'),
    )
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
