import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_NAME, socketDirFor } from '@podmoga/embedded-postgres/socket-dir'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { expect, onTestFinished, test } from 'vitest'
import { testingRoot } from './db/testing-root.ts'
import { readDemoKnowledge } from './demo/knowledge/demo.testing.ts'
import { DEMO_SIGN_INS } from './demo/seed.ts'
import { demoFiles } from './demo/tickets/files.ts'
import { demoTickets } from './demo/tickets/tickets.ts'
import { examine } from './doctor/examine.ts'
import { diskFiles } from './ports/disk-files.ts'

interface Started {
  child: ChildProcess
  output: () => string
  exited: Promise<unknown>
}

const start = (dir: string): Started => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dir,
      PORT: '0',
      HOST: '127.0.0.1',
      SEED: 'demo',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  const exited = once(child, 'close')
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  })
  return { child, output: () => text, exited }
}

const isOver = ({ child }: Started): boolean => child.exitCode !== null || child.signalCode !== null
const isReady = ({ output }: Started): boolean => / работает: http:/.test(output())

/** Queries the database of a starting server, which may not exist yet or any more. */
const openWatch = async (dir: string) => {
  const cluster = join(dir, 'pg')
  let sql: Sql | undefined
  return {
    holds: async (condition: string): Promise<boolean> => {
      if (!existsSync(join(cluster, SOCKET_NAME))) return false
      const host = await socketDirFor(cluster)
      sql ??= openSql({ host, port: 5432, username: 'podmoga', database: 'podmoga' }, 1)
      try {
        const [row] = await sql.unsafe<{ holds: boolean }[]>(`select ${condition} as holds`)
        return row?.holds === true
      } catch {
        return false
      }
    },
    close: async () => {
      await sql?.end({ timeout: 1 })
    },
  }
}

/** The moments at which each start but the last is killed; SQL conditions, except the first. */
const STAGES: readonly { at: string; signal: NodeJS.Signals }[] = [
  { at: 'initdb', signal: 'SIGKILL' },
  { at: `(select count(*) > 1 from schema_migrations)`, signal: 'SIGTERM' },
  { at: `exists (select from seeds)`, signal: 'SIGINT' },
  { at: `exists (select from people)`, signal: 'SIGKILL' },
  { at: `exists (select from stored_files)`, signal: 'SIGTERM' },
  { at: `exists (select from tickets)`, signal: 'SIGINT' },
  { at: `(select count(*) > ${demoFiles.length + 20} from stored_files)`, signal: 'SIGKILL' },
  { at: `exists (select from materials)`, signal: 'SIGTERM' },
]

test('N18: a first start that is ended in any stage, by any signal, starts again and is whole in the end', async () => {
  const dir = await mkdtemp(join(testingRoot(), 'podmoga-first-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  for (const { at, signal } of STAGES) {
    const cut = start(dir)
    const watch = await openWatch(dir)
    const isThere = async () =>
      at === 'initdb'
        ? (await readdir(dir)).some((name) => name.startsWith('pg.making-')) || existsSync(join(dir, 'pg'))
        : watch.holds(at)
    while (!isOver(cut) && !isReady(cut) && !(await isThere())) await pause(10)
    cut.child.kill(signal)
    await cut.exited
    await watch.close()
    expect([at, cut.output()]).toEqual([at, expect.not.stringMatching(/Папка данных|не выполнена|Error/)])
  }
  const whole = start(dir)
  await expect.poll(() => isReady(whole) || isOver(whole), { timeout: 120_000 }).toBe(true)
  expect(whole.output()).toMatch(/ работает: http:/)

  const host = await socketDirFor(join(dir, 'pg'))
  const sql = openSql({ host, port: 5432, username: 'podmoga', database: 'podmoga' }, 2)
  onTestFinished(() => sql.end({ timeout: 1 }))
  const { sections } = await readDemoKnowledge()
  const [made] = await sql`
    select (select count(*)::int from people) as people, (select count(*)::int from tickets) as tickets,
      (select max(number) - min(number) + 1 from tickets) as numbers, (select count(*)::int from materials) as materials,
      (select count(*)::int from attachments) as attachments,
      (select count(*)::int from seeds where done_at is not null) as seeds`
  expect(made).toEqual({
    people: DEMO_SIGN_INS.length,
    tickets: demoTickets.length,
    numbers: demoTickets.length,
    materials: sections.flatMap(({ subcategories }) => subcategories.flatMap((it) => it.articles)).length,
    attachments: demoFiles.length,
    seeds: 1,
  })
  const { findings } = await examine(sql, await diskFiles(join(dir, 'files')), {
    now: new Date(),
    deep: true,
  })
  expect(findings).toEqual([])
}, 600_000)
