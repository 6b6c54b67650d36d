import { setImmediate as nextTurn } from 'node:timers/promises'
import { asCaller, currentCaller } from '@podmoga/sql/caller'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { memoryClock } from '../ports/clock.ts'
import { type Claim, type Every, makeBackground, queue } from './background.ts'

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
    }),
)
afterEach(() => void vi.useRealTimers())

const open = () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const logged: { msg: string; job: string }[] = []
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) })
  const clock = memoryClock()
  const background = makeBackground(app, { log, clock })
  const every = (name: string, how: Every) => {
    background.add({ [name]: how })
    return { wake: () => background.wake(name) }
  }
  return { app, background, every, clock, logged }
}
/** Advances all timers by `ms` and lets the work they started settle. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A job run that the test settles. */
const held = () => {
  const runs: PromiseWithResolvers<void>[] = []
  const run = (): Promise<void> => {
    const next = Promise.withResolvers<void>()
    runs.push(next)
    return next.promise
  }
  const end = async (): Promise<void> => {
    runs.at(-1)?.resolve()
    await pass(0)
  }
  return { runs, run, end }
}

test('a job begins with its interval, or at the start, and not before the app is ready', async () => {
  const { app, every } = open()
  const done: string[] = []
  every('later', { ms: 1000, run: async () => done.push('later') })
  every('at once', { ms: 1000, at_start: true, run: async () => done.push('at once') })
  await pass(5000)
  expect(done).toEqual([])
  await app.ready()
  await pass(999)
  expect(done).toEqual(['at once'])
  await pass(1)
  expect(done.toSorted()).toEqual(['at once', 'at once', 'later'])
})

test('jobs at the start begin one after the other, and none waits long for one that hangs', async () => {
  const { app, every } = open()
  const { runs, run, end } = held()
  const done: string[] = []
  every('first', { ms: 60_000, at_start: true, run })
  every('hangs', { ms: 60_000, at_start: true, run })
  every('last', { ms: 60_000, at_start: true, run: async () => done.push('last') })
  await app.ready()
  await pass(0)
  expect(runs).toHaveLength(1)
  await end()
  expect([runs.length, done]).toEqual([2, []])
  await pass(50)
  expect([runs.length, done]).toEqual([2, ['last']])
  await end()
})

test('at most one run at a time: ticks meanwhile are left out, a wake means once more', async () => {
  const { app, every } = open()
  const { runs, run, end } = held()
  const job = every('one', { ms: 1000, run })
  job.wake()
  expect(runs, 'nothing runs before the app is ready').toHaveLength(0)
  await app.ready()
  await pass(3500)
  expect(runs).toHaveLength(1)
  await end()
  expect(runs).toHaveLength(1)
  job.wake()
  job.wake()
  job.wake()
  expect(runs).toHaveLength(2)
  await end()
  expect(runs).toHaveLength(3)
  await end()
  expect(runs).toHaveLength(3)
})

test('failures are logged with the name, tried again later each time, and forgotten after a success', async () => {
  const { app, background, logged, every } = open()
  let isDown = true
  let runs = 0
  const job = every('failing', {
    ms: 1000,
    run: async () => {
      runs += 1
      if (isDown) throw new Error('down')
    },
  })
  await app.ready()
  const counts: number[] = []
  for (let second = 1; second <= 26; second += 1) {
    await pass(1000)
    counts.push(runs)
  }
  // After 1, 2, 4, 8 and then every 10 seconds.
  expect(counts).toEqual([1, 2, 2, 3, 3, 3, 3, 4, ...Array(7).fill(4), 5, ...Array(9).fill(5), 6])
  expect(logged.map(({ job: name }) => name)).toEqual(Array(6).fill('failing'))
  expect(background.jobs()).toMatchObject([{ name: 'failing', runs: 6, failures: 6, success_age: 26 }])
  isDown = false
  job.wake()
  await pass(0)
  expect(runs, 'whoever wakes it has something new').toBe(7)
  expect(background.jobs()).toMatchObject([{ runs: 7, failures: 6, success_age: 0, running: false }])
  isDown = true
  await pass(10_000)
  const before = runs
  isDown = false
  await pass(20_000)
  expect(runs - before).toBeGreaterThan(8)
})

test('a job on the system clock runs when that clock has moved, also back', async () => {
  const { app, clock, every } = open()
  let runs = 0
  every('old things', { ms: 3_600_000, tick_ms: 1000, run: async () => (runs += 1) })
  await app.ready()
  await pass(5000)
  expect(runs).toBe(1)
  clock.move(3_600_001)
  await pass(2000)
  expect(runs).toBe(2)
  clock.move(-7_200_000)
  await pass(2000)
  expect(runs).toBe(3)
})

test('a job that has ended does not run again', async () => {
  const { app, background, every } = open()
  let runs = 0
  every('filling', {
    ms: 1000,
    run: async (end) => {
      runs += 1
      if (runs === 2) end()
    },
  })
  await app.ready()
  await pass(9000)
  expect(runs).toBe(2)
  expect(background.jobs(), 'and is not missed').toEqual([])
})

test('a job is overdue when intervals go by without a run, and when a run does not end', async () => {
  const { app, background, every } = open()
  const { run, end } = held()
  every('hourly', { ms: 3_600_000, tick_ms: 1000, run: async () => undefined })
  every('hanging', { ms: 1000, run })
  every('long', { ms: 1000, hung_ms: 86_400_000, stop_ms: 1, run: () => new Promise(() => undefined) })
  const dueIn = (name: string) => background.jobs().find((job) => job.name === name)?.due_in
  expect(dueIn('hourly'), 'three intervals and five minutes').toBe(3 * 3600 + 300)
  await app.ready()
  await pass(1000)
  expect(dueIn('hourly'), 'counted from its last run, not from its last look').toBe(3 * 3600 + 300)
  expect(dueIn('hanging'), 'an hour at most').toBe(3600)
  await pass(3_601_000)
  expect(dueIn('hanging')).toBe(-1)
  expect(dueIn('long')).toBe(86_400 - 3601)
  await end()
  expect(dueIn('hanging')).toBe(303)
})

test('the state records since when a job fails, and the error code, but not the message', async () => {
  const { app, background, every } = open()
  const errors = [
    Object.assign(new Error('mail to aziza@demo.test'), { code: 'ECONNREFUSED' }),
    new TypeError('x'),
  ]
  every('failing', {
    ms: 1000,
    run: async () => {
      const error = errors.shift()
      if (error !== undefined) throw error
    },
  })
  await app.ready()
  await pass(1000)
  expect(background.jobs()).toMatchObject([{ failure: 'ECONNREFUSED', failed_age: 0, failing_age: 0 }])
  await pass(1000)
  expect(background.jobs()).toMatchObject([{ failure: 'TypeError', failed_age: 0, failing_age: 1 }])
  await pass(3000)
  expect(background.jobs()).toMatchObject([
    { failure: 'TypeError', failed_in_a_row: 0, failing_age: null, started_age: 0, ended_age: 0 },
  ])
})

test('a queue takes with a lease, runs what it took together, and goes on while batches are full', async () => {
  const { app, background, clock } = open()
  const waiting = ['a', 'b', 'c', 'd', 'e']
  const claims: Claim[] = []
  const batches: string[][] = []
  background.add({
    letters: queue<string>({
      ms: 1000,
      lease_ms: 30_000,
      at_once: 2,
      take: async (claim) => {
        claims.push(claim)
        batches.push([])
        return waiting.splice(0, claim.limit)
      },
      run: async (row) => batches.at(-1)?.push(row),
    }),
  })
  await app.ready()
  await pass(1000)
  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  for (const { now, lease_until, limit } of claims)
    expect([lease_until.getTime() - now.getTime(), limit]).toEqual([30_000, 2])
  expect(Math.abs(clock.now().getTime() - (claims[0]?.now.getTime() ?? 0))).toBeLessThan(60_000)
})

test('a lease is renewed while its row runs, also after a failed renewal, and no longer', async () => {
  const { app, background } = open()
  const kept: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const rows = ['long']
  background.add({
    letters: queue<string>({
      ms: 1000,
      lease_ms: 5000,
      at_once: 1,
      take: async () => rows.splice(0),
      run: () => promise,
      renew: async (row) => {
        kept.push(row)
        if (kept.length === 2) throw new Error('the database was away')
      },
    }),
  })
  await app.ready()
  await pass(1000)
  expect(kept).toEqual([])
  for (const times of [1, 2, 3, 4, 5, 6, 7]) {
    await pass(1000)
    expect(kept).toHaveLength(times)
  }
  resolve()
  await pass(5000)
  expect(kept).toHaveLength(7)
  expect(background.jobs()).toMatchObject([{ failures: 0 }])
})

test('a failing row does not affect the others, and is a failure of the job', async () => {
  const { app, background } = open()
  const done: string[] = []
  background.add({
    letters: queue<string>({
      ms: 1000,
      lease_ms: 30_000,
      at_once: 3,
      take: async () => (done.length === 0 ? ['bad', 'good', 'better'] : []),
      run: async (row) => {
        if (row === 'bad') throw new Error('the outcome could not be written')
        done.push(row)
      },
    }),
  })
  await app.ready()
  await pass(1000)
  expect(done).toEqual(['good', 'better'])
  expect(background.jobs()).toMatchObject([{ runs: 1, failures: 1 }])
})

test('closing starts no job by itself, lets requests wake jobs until they have ended, and waits for running ones', async () => {
  const { app, background, every } = open()
  const { runs, run, end } = held()
  const drained = Promise.withResolvers<void>()
  const preClosed = Promise.withResolvers<void>()
  const job = every('one', { ms: 1000, run })
  app.addHook('preClose', async () => {
    preClosed.resolve()
    await drained.promise
  })
  await app.ready()
  let isClosed = false
  const closing = app.close().then(() => {
    isClosed = true
  })
  await preClosed.promise
  expect(background.closing.aborted).toBe(true)
  await pass(5000)
  expect(runs).toHaveLength(0)
  job.wake()
  expect(runs).toHaveLength(1)
  drained.resolve()
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  expect(isClosed).toBe(false)
  job.wake()
  await end()
  await closing
  expect(runs, 'nothing begins once it has closed').toHaveLength(1)
  job.wake()
  expect(runs).toHaveLength(1)
})

test('closing does not wait for ever, and says for which job', async () => {
  const { app, logged, every } = open()
  const { run } = held()
  every('stuck', { ms: 1000, at_start: true, stop_ms: 500, run })
  await app.ready()
  const closing = app.close()
  let isClosed = false
  void closing.then(() => {
    isClosed = true
  })
  while (!isClosed) await pass(100)
  expect(logged).toMatchObject([{ job: 'stuck', msg: 'the stop does not wait for a background job' }])
})

test('a job does not run as the caller that woke it', async () => {
  const { app, every } = open()
  const seen: (string | undefined)[] = []
  const run = async () => seen.push(currentCaller()?.kind)
  const own = every('own', { ms: 1000, run })
  const named = every('named', { ms: 1000, caller: 'a share of its own', run })
  await app.ready()
  asCaller('/api/some/call/', () => {
    own.wake()
    named.wake()
  })
  await pass(0)
  expect(seen).toEqual([undefined, 'a share of its own'])
})

test('two jobs of one name throw, and so does waking an unknown job', () => {
  const { background, every } = open()
  every('one', { ms: 1000, run: async () => undefined })
  expect(() => every('one', { ms: 1000, run: async () => undefined })).toThrow('one')
  expect(() => background.wake('another')).toThrow('another')
})
