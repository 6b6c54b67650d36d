import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { BrowserContext } from '@playwright/test'
import type { LoneBrowser } from './lone-browser.ts'

// More than a hundred megabytes that only this bench needs: npm fetches it when the bench runs, not on every install.
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

/** The Lighthouse result of one screen on a phone. */
export interface Inspection {
  performance: number
  accessibility: number
  lcp_s: number
  fcp_s: number
  tbt_ms: number
  cls: number
  /** All JavaScript transferred over the network, in KiB. */
  script_kb: number
  /** The audits that lost points, as text. */
  lacking: string[]
  /** The speed of the machine by Lighthouse's own benchmark; its factor 4 is meant for 1,500 to 2,000. */
  machine: number
}

/**
 * Runs Lighthouse once with its mobile profile (simulated slow 4G, four times slower CPU). Keeps the browser's session,
 * clears its cache first.
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
    // The event stream never ends, and after some seconds the app starts to prefetch: neither belongs to the first load.
    `--max-wait-for-load=${LOADED_WITHIN_MS}`,
    // Keeps the session; emptyCache clears the rest.
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

/** Prepares a first visit of a signed-in person: also removes what an earlier run left (worker, its files, kept answers). */
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

/** Returns the elements that failed an audit, and their positions. */
const placesOf = (items: readonly unknown[] = []): string[] =>
  (items as { node?: { selector: string; boundingRect: { top: number; width: number; height: number } } }[])
    .flatMap(({ node }) => (node === undefined ? [] : [node]))
    .map(({ selector, boundingRect: { top, width, height } }) => `${selector} ${width} × ${height} at ${top}`)

/** Sums scripts, including the app's own, which its start fetches with low priority (packages/web/src/start/app-scripts.ts). */
const scriptBytes = ({ audits }: Report): number =>
  ((audits['network-requests']?.details?.items ?? []) as NetworkRequest[])
    .filter(
      ({ resourceType, priority }) =>
        resourceType === 'Script' || (resourceType === 'Fetch' && priority === 'Low'),
    )
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
