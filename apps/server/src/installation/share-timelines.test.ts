import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Timelines } from '@podmoga/sql/timelines'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testingRoot } from '../db/testing-root.ts'
import { diskFiles } from '../ports/disk-files.ts'
import { StoreUnavailable } from '../ports/files.ts'
import { shareTimelines } from './share-timelines.ts'
import { NOTES, readNote } from './store-note.ts'

const log = pino({ level: 'silent' })
/** Collects the timelines raised. */
const raisedOn = (timelines: Timelines): number[] => {
  const seen: number[] = []
  timelines.onRise(({ timeline }) => seen.push(timeline))
  return seen
}

test('what one server has seen the next one knows from its start, and a running one soon', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const dir = await mkdtemp(join(testingRoot(), 'podmoga-shared-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const files = await diskFiles(dir)
  const [first, running, next] = [new Timelines(), new Timelines(), new Timelines()]
  const [seenRunning, seenNext] = [raisedOn(running), raisedOn(next)]
  await shareTimelines(first, files, log)
  await shareTimelines(running, files, log)
  first.raise({ system: 's', timeline: 2 })
  await expect.poll(() => readNote(files, NOTES.timeline)).toBe('{"system":"s","timeline":2}')
  await shareTimelines(next, files, log)
  expect(seenNext).toEqual([2])
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => seenRunning).toEqual([2])
})

test('a store that is away stops nobody', async () => {
  const away = () => Promise.reject(new StoreUnavailable('away'))
  const timelines = new Timelines()
  const files = { open: away, put: away } as unknown as Awaited<ReturnType<typeof diskFiles>>
  await shareTimelines(timelines, files, log)
  timelines.raise({ system: 's', timeline: 3 })
  expect(timelines.isEmpty).toBe(false)
})
