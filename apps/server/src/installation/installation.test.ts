import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getNotices, subscribeDevice } from '@podmoga/contract/notifications'
import { openSql } from '@podmoga/sql/sql'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../db/testing-cluster.ts'
import { testingRoot } from '../db/testing-root.ts'
import { diskFiles } from '../ports/disk-files.ts'
import { StoreUnavailable } from '../ports/files.ts'
import { startPushService } from '../ports/testing-push.ts'
import { loadSecrets } from '../secrets.ts'
import { seedWalls } from '../session/session.testing.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { adoptFiles, adoptKeys } from './adopt.ts'
import { checkStoreWhenThere } from './await-store.ts'
import { checkKeys, checkStore, type Installation } from './check-installation.ts'
import { listMarks, setMark } from './marks.sql.ts'
import { NOTES, readNote, writeNote } from './store-note.ts'

let world: TestWorld
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(testingRoot(), 'podmoga-installation-'))
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => world.sql`delete from installation_marks`)

let servers = 0
/** A server with its own data folder on the world's database: other keys, another store. */
const another = async (): Promise<Installation> => {
  servers += 1
  const DATA_DIR = join(root, `server-${servers}`)
  return {
    config: { DATA_DIR, SECRETS_FILE: undefined, S3_BUCKET: undefined },
    sql: world.sql,
    secrets: await loadSecrets(join(DATA_DIR, 'secrets.json')),
    files: await diskFiles(join(DATA_DIR, 'files')),
  }
}

describe('keys', () => {
  test('are recognized; other keys are refused by name, with what to do, and change nothing', async () => {
    const [first, second] = [await another(), await another()]
    await checkKeys(first)
    await checkKeys(first)
    const marks = await listMarks(world.sql)
    const path = join(second.config.DATA_DIR, 'secrets.json')
    await expect(checkKeys(second)).rejects.toThrow(
      `Ключи в файле ${path} — не те, с которыми работала эта база (не совпадают: signing_key, link_key, seal_key).`,
    )
    const mixed = { ...first, secrets: { ...first.secrets, link_key: second.secrets.link_key } }
    await expect(checkKeys(mixed)).rejects.toThrow(/не совпадают: link_key.*npm run adopt -- keys/)
    expect(await listMarks(world.sql)).toEqual(marks)
    // No part of a key is in the database.
    const { signing_key, link_key, seal_key } = first.secrets
    for (const value of marks.values())
      for (const key of [signing_key.d, link_key, seal_key]) expect(value).not.toContain(key.slice(0, 12))
  })

  test('of two servers that start for the first time at once with keys of their own, one is refused', async () => {
    const pair = [await another(), await another()]
    const outcomes = await Promise.allSettled(pair.map(checkKeys))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test("a server is refused if another one's first start happens between its two checks", async () => {
    const [first, second] = [await another(), await another()]
    let asked = 0
    const sql = new Proxy(second.sql, {
      apply: (target, self, args) => {
        asked += 1
        const answer = () => Reflect.apply(target, self, args)
        return asked === 3 ? checkKeys(first).then(answer) : answer()
      },
    })
    await expect(checkKeys({ ...second, sql })).rejects.toThrow(/не те, с которыми работала эта база/)
    expect(asked).toBe(3)
  })

  test('a database without marks recognizes other keys by sealed data that they do not open', async () => {
    const service = await startPushService()
    onTestFinished(service.stop)
    const inner = await openWorld({ PUSH_ORIGINS: service.url })
    onTestFinished(() => inner.close())
    const walls = await seedWalls(inner.sql)
    const call = inner.as({ token: await inner.signIn(walls.A.login), restaurant_id: walls.r11 })
    await call(subscribeDevice, { body: service.browser().subscription })
    await call(getNotices, {})
    const own = await loadSecrets(join(inner.config.DATA_DIR, 'secrets.json'))
    const stranger = { ...(await another()), sql: inner.sql }
    expect(await inner.sql`select name from sealed_keys`).toEqual([{ name: 'vapid' }])
    await expect(checkKeys(stranger)).rejects.toThrow('не совпадают: seal_key')
    await checkKeys({ ...stranger, secrets: own })

    const clock = inner.clock
    const { losses, adopt } = await adoptKeys({ ...stranger, clock })
    expect(losses.join('\n')).toContain('Уведомления на устройствах (1) не придут')
    await expect(checkKeys(stranger)).rejects.toThrow('не совпадают')
    await adopt()
    await checkKeys(stranger)
    expect(await inner.sql`select count(*)::int as n from push_subscriptions`).toEqual([{ n: 1 }])
    expect(await inner.sql`select name from sealed_keys where name = 'vapid'`).toEqual([])
    expect((await adoptKeys({ ...stranger, clock })).losses).toEqual([])

    // Also without marks: the database was last used by the previous release, and its keys are missing.
    await inner.sql`delete from installation_marks`
    await inner.sql`update sealed_keys set name = 'vapid'`
    const unmarked = await adoptKeys({ ...stranger, clock })
    expect(unmarked.losses).toEqual(losses)
    await unmarked.adopt()
    await checkKeys(stranger)
  })
})

describe('a store of files', () => {
  test('bears an id that its database knows; an empty one and one of another database are refused', async () => {
    const [first, second] = [await another(), await another()]
    await checkStore(first)
    await checkStore(first)
    const id = await readNote(first.files, NOTES.id)
    expect((await listMarks(world.sql)).get('file_store')).toBe(id)
    await expect(checkStore(second)).rejects.toThrow(
      `Хранилище файлов (папка ${join(second.config.DATA_DIR, 'files')}) — не то, с которым работала эта база: в нём нет её метки.`,
    )
    expect(await readNote(second.files, NOTES.id)).toBeNull()
    await writeNote(second.files, NOTES.id, 'another')
    await expect(checkStore(second)).rejects.toThrow(/в нём метка другой базы.*npm run adopt -- files/)
    await cp(join(first.config.DATA_DIR, 'files'), join(second.config.DATA_DIR, 'files'), {
      recursive: true,
    })
    await checkStore(second)
  })

  test('a first start that was cut off between the store and the database is completed by the next', async () => {
    const one = await another()
    await writeNote(one.files, NOTES.id, 'from the first attempt')
    await checkStore(one)
    expect((await listMarks(world.sql)).get('file_store')).toBe('from the first attempt')
  })

  test('of two servers that give one store its id at once both find the same', async () => {
    const one = await another()
    await Promise.all([checkStore(one), checkStore(one), checkStore(one)])
    expect((await listMarks(world.sql)).get('file_store')).toBe(await readNote(one.files, NOTES.id))
  })

  test('is taken over deliberately, once it was said what is missing', async () => {
    const [first, second] = [await another(), await another()]
    await checkStore(first)
    await world.sql`
      insert into stored_files (key, size, sha256, attached_at) values ('aa/gone', 1, '', now()), (${NOTES.id}, 1, '', now())`
    onTestFinished(() => world.sql`delete from stored_files`.then(() => undefined))
    const { losses, adopt } = await adoptFiles({ ...second, clock: world.clock })
    expect(losses).toEqual(['Файлов, на которые ссылается база: 2. Из них в этом хранилище нет: 2.'])
    await expect(checkStore(second)).rejects.toThrow('нет её метки')
    await adopt()
    await checkStore(second)
    expect((await adoptFiles({ ...second, clock: world.clock })).losses).toEqual([])
    await setMark(world.sql, 'file_store', 'else')
    await expect(checkStore(second)).rejects.toThrow('метка другой базы')
  })
})

test('a store that is away at the start is looked at when it is back, and told when it is another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const [first, second] = [await another(), await another()]
  await checkStore(first)
  let away = true
  const files = {
    ...second.files,
    open: (...asked: Parameters<typeof second.files.open>) =>
      away ? Promise.reject(new StoreUnavailable('away')) : second.files.open(...asked),
  }
  const strange: string[] = []
  const log = pino({ level: 'silent' })
  await checkStoreWhenThere({ ...second, files }, log, ({ message }) => strange.push(message))
  vi.advanceTimersByTime(10_000)
  expect(strange).toEqual([])
  away = false
  await vi.waitFor(() => {
    vi.advanceTimersByTime(10_000)
    expect(strange).toEqual([expect.stringContaining('нет её метки')])
  }, 10_000)
})

test('a second server on the same database starts with the keys and the files of the first, and only with both', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const { host, database: name } = database.connection
  const url = `postgres://podmoga@/${name}?host=${encodeURIComponent(host)}`
  const start = async (dir: string): Promise<string> => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dir,
        DATABASE_URL: url,
        PORT: '0',
        HOST: '127.0.0.1',
        SEED: 'none',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let failure = ''
    // The messages sent to a parent process: ready, or the reason of the failure.
    child.on('message', (message: 'ready' | { place: object } | { failure: string }) => {
      if (message === 'ready') child.kill('SIGTERM')
      else if ('failure' in message) failure = message.failure
    })
    await once(child, 'close')
    return failure
  }
  const second = join(root, 'second')
  await mkdir(second)
  const sql = openSql(database.connection, 1)
  const server = { ...(await another()), sql }
  await checkKeys(server)
  await checkStore(server)
  await sql.end()
  const first = server.config.DATA_DIR
  expect(await start(second)).toMatch(/^Ключи в файле .* — не те/)
  await cp(join(first, 'secrets.json'), join(second, 'secrets.json'))
  expect(await start(second)).toMatch(/^Хранилище файлов .* — не то/)
  await cp(join(first, 'files'), join(second, 'files'), { recursive: true })
  expect(await start(second)).toBe('')
  expect(await readdir(join(second, 'files'))).toEqual(['00'])
})
