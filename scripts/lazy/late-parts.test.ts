import { createHash } from 'node:crypto'
import { fetchBeforeImport } from '@podmoga/build/fetch-before-import'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LatePart, latePartsOf } from './late-parts.ts'

const APPS = ['staff', 'desk', 'intranet']
const PARTS = APPS.flatMap(latePartsOf)

/** The pattern by which the loader finds its file in its argument. */
const OWN = /["'`]\.\/([^"'`]+)/
const LOST_OF_TEN = 3
const RUNS = 10

test('whatever is imported late is asked for through the loader, which finds its file', () => {
  const bare = PARTS.filter(
    ({ file, deps, load }) => deps === null || `assets/${OWN.exec(load)?.[1]}` !== file,
  )
  expect(bare.filter(({ file }) => file !== null)).toEqual([])
  // The app's own script, loaded after the first paint: `app-scripts.ts` retries it.
  expect(bare.map(({ where }) => where.split(':')[0])).toEqual(APPS)
  expect(PARTS.length).toBeGreaterThan(200)
})

interface Line {
  isLost: (href: string) => boolean
  asked: number
  lost: number
}

/** A connection that drops `LOST_OF_TEN` of ten requests, chosen by the run, the file and the attempt. */
const makeLine = (run: number): Line => {
  const turns = new Map<string, number>()
  const line: Line = {
    asked: 0,
    lost: 0,
    isLost: (href) => {
      // The same losses regardless of hashes in file names.
      const file = href.replace(/-[\w-]{8}(?=\.\w+$)/, '')
      const turn = (turns.get(file) ?? 0) + 1
      turns.set(file, turn)
      const isLost =
        createHash('sha256').update(`${run} ${file} ${turn}`).digest().readUInt32BE() <
        2 ** 32 * (LOST_OF_TEN / 10)
      line.asked += 1
      if (isLost) line.lost += 1
      return isLost
    },
  }
  return line
}

let line = makeLine(0)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (href: string) => {
    if (line.isLost(href)) throw new TypeError('Failed to fetch')
    return new Response('')
  })
  vi.stubGlobal('document', {
    querySelectorAll: () => [],
    createElement: () => ({ remove: () => {} }),
    head: {
      append: (link: { href: string; onload: () => void; onerror: () => void }) =>
        setTimeout(line.isLost(link.href) ? link.onerror : link.onload),
    },
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('on a line that loses three requests of ten every late part of every screen comes', async () => {
  const parts = PARTS.filter((part): part is LatePart & { deps: string[] } => part.deps !== null)
  const missed = new Set<string>()
  let [asked, lost] = [0, 0]
  for (let run = 0; run < RUNS; run += 1) {
    line = makeLine(run)
    const load = fetchBeforeImport('/')
    const ask = async ({ load: text, deps, file }: (typeof parts)[number]) => {
      // Names the file as the build does.
      const part = Object.assign(async () => file, { toString: () => text })
      await load(part, deps).catch(({ message }) => {
        missed.add(`${run} ${message}`)
        // A second press, or a later retry by the part itself.
        return load(part, deps)
      })
    }
    const all = Promise.all(parts.map(ask))
    await vi.runAllTimersAsync()
    await all
    asked += line.asked
    lost += line.lost
  }
  expect(lost / asked).toBeGreaterThan(0.27)
  // About two thousand files, each missed with a probability of 1 : 50,000.
  expect(missed.size).toBeLessThanOrEqual(1)
})
