import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkJobs } from '../doctor/check-jobs.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { writeJobRuns } from './job-runs.sql.ts'
import type { JobState } from './runs.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(() => world.sql`delete from job_runs`)

/** A job that ran two seconds ago. */
const job = (name: string, more: Partial<JobState> = {}): JobState => ({
  name,
  running: false,
  runs: 1,
  failures: 0,
  last_run: 0.1,
  success_age: 2,
  failed_in_a_row: 0,
  started_age: 2.1,
  ended_age: 2,
  failed_age: null,
  failing_age: null,
  failure: null,
  due_in: 300,
  ...more,
})
const failing = (name: string, times: number, seconds: number): JobState =>
  job(name, { failed_in_a_row: times, failing_age: seconds, failed_age: 1, failure: 'ECONNREFUSED' })
const found = async () => (await checkJobs(world.sql)).findings.map(({ kind, detail }) => `${kind} ${detail}`)

test('jobs that run, and one that has failed twice or only just, are not reported', async () => {
  await writeJobRuns(world.sql, randomUUID(), [
    job('mail'),
    failing('retention', 2, 7200),
    failing('taps', 9, 20),
  ])
  expect(await checkJobs(world.sql)).toEqual({ findings: [], checked: { jobs: 3 } })
})

test('a job that fails repeatedly is reported with its name and reason, and no longer once it succeeds', async () => {
  const server = randomUUID()
  await writeJobRuns(world.sql, server, [failing('mail', 40, 301)])
  expect(await found()).toEqual(['job_fails mail: неудач подряд — 40 (ECONNREFUSED)'])
  await writeJobRuns(world.sql, server, [job('mail')])
  expect(await found()).toEqual([])
})

test('an overdue job is reported: it has not run, never has, or hangs', async () => {
  const late = { due_in: -1 }
  await writeJobRuns(world.sql, randomUUID(), [
    job('retention', { ...late, started_age: 90_000, ended_age: 89_999 }),
    job('sweep', { ...late, started_age: null, ended_age: null }),
    job('mail', { ...late, running: true, started_age: 9000, ended_age: 9002 }),
  ])
  const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'
  expect(await found()).toEqual([
    expect.stringMatching(new RegExp(`^job_late mail: идёт с ${time}$`)),
    expect.stringMatching(new RegExp(`^job_late retention: последний раз — ${time}$`)),
    'job_late sweep: ещё не шла ни разу',
  ])
})

test('a success on one server does not hide failures on another, and a server that is gone is ignored', async () => {
  const ill = randomUUID()
  await writeJobRuns(world.sql, ill, [failing('mail', 40, 301)])
  await writeJobRuns(world.sql, randomUUID(), [job('mail')])
  expect(await found()).toHaveLength(1)
  await world.sql`update job_runs set seen_at = now() - interval '6 minutes' where server_id = ${ill}`
  expect(await found()).toEqual([])
  await world.sql`update job_runs set seen_at = now() - interval '2 days' where server_id = ${ill}`
  await writeJobRuns(world.sql, randomUUID(), [job('mail')])
  expect(await world.sql`select 1 from job_runs where server_id = ${ill}`, 'its rows go').toEqual([])
})
