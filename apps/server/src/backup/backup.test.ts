import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { getConfig } from '../config.ts'
import { dumpSchema, SCHEMA_FILE } from '../db/dump-schema.ts'
import { migrate } from '../db/migrate.ts'
import { clusterFolder, freshDatabase, templateDatabase } from '../db/testing-cluster.ts'
import { examine } from '../doctor/examine.ts'
import { sweepUnattached } from '../files/stored-files.ts'
import { checkStore } from '../installation/check-installation.ts'
import { isRestored } from '../installation/restored.ts'
import { diskFiles } from '../ports/disk-files.ts'
import type { Files } from '../ports/files.ts'
import { startTestS3 } from '../ports/testing-s3.ts'
import { loadSecrets, readSecrets, secretsPathOf } from '../secrets.ts'
import { answer, openTicketWorld, picture, reply, writeTicket } from '../tickets/tickets.testing.ts'
import { copyBeforeMigration } from './before-migration.ts'
import { readKey, writeNewKey } from './keys.ts'
import { makeBackup } from './make-backup.ts'
import { listCopies, MANIFEST, readManifest } from './manifest.ts'
import { folderRepository, openRepository, type Repository } from './repository.ts'
import { restoreBackup } from './restore-backup.ts'
import { isBackupDue } from './schedule.ts'

let t: Awaited<ReturnType<typeof openTicketWorld>>
let files: Files
let dir: string
let ticket: string
let identity: string
let recipient: string

beforeAll(async () => {
  t = await openTicketWorld()
  files = await diskFiles(join(t.world.config.DATA_DIR, 'files'))
  dir = await mkdtemp(join(await clusterFolder(), 'backup-'))
  await checkStore({ ...t.world, files, secrets: await loadSecrets(secretsPathOf(t.world.config)) })
  ticket = (await writeTicket(t.A, 'Здравствуйте', [await picture()])).id
  await answer(t.agent, ticket, 'Смотрим')
  recipient = await writeNewKey(join(dir, 'age.key'))
  identity = await readKey(join(dir, 'age.key'))
})
afterAll(async () => {
  await t.world.close()
  await rm(dir, { recursive: true, force: true })
})

const newRepository = async (): Promise<Repository> => folderRepository(await mkdtemp(join(dir, 'place-')))

const backUp = (repository: Repository, more: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    sql: t.world.sql,
    files,
    secrets_path: secretsPathOf(t.world.config),
    repository,
    recipient: null,
    keep: { days: 14, least: 1 },
    clock: t.world.clock,
    log: { info: () => undefined },
    ...more,
  })

/** Creates an empty installation elsewhere and a function that restores the newest copy into it. */
const elsewhere = async () => {
  const database = await freshDatabase(await templateDatabase(async () => undefined, 'empty'))
  const data_dir = await mkdtemp(join(dir, 'else-'))
  const store = await diskFiles(join(data_dir, 'files'))
  const sql = openSql(database.connection, 2)
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  const config = getConfig({ NODE_ENV: 'test', DATA_DIR: data_dir })
  return {
    sql,
    store,
    data_dir,
    restore: async (repository: Repository, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
      restoreBackup({
        manifest: await readManifest(repository, (await listCopies(repository)).at(-1) ?? ''),
        repository,
        identity: null,
        connection: database.connection,
        files: store,
        secrets_path: secretsPathOf(config),
        drafts: data_dir,
        instead: false,
        now: new Date(),
        ...more,
      }),
    examine: async () =>
      examine(sql, store, { now: new Date(), deep: true, secrets: await readSecrets(secretsPathOf(config)) }),
  }
}

describe('a backup while people write', () => {
  test('B01: holds all that was acknowledged before it began, sealed, and is restored whole', async () => {
    const repository = await newRepository()
    const acknowledged: string[] = []
    let stopped = false
    const writer = async (who: typeof t.A, name: string) => {
      for (let at = 0; !stopped; at += 1) {
        const text = `${name} ${at}`
        if (at % 3 === 0) await writeTicket(who, text, [await picture()])
        else await reply(t.A, ticket, text, at % 3 === 1 ? [new File([`%PDF-1.4 ${text}`], 'a.pdf')] : [])
        acknowledged.push(text)
        // At full speed the writers would starve the backup of CPU, and leave more work to the later ones.
        await pause(50)
      }
    }
    const writers = Promise.all([writer(t.A, 'первый'), writer(t.B, 'второй')])
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(12)
    const before = [...acknowledged]
    const made = await backUp(repository, { recipient })
    stopped = true
    await writers
    expect(made?.files?.damaged).toEqual([])

    const other = await elsewhere()
    await expect(other.restore(repository)).rejects.toThrow(/зашифрована/)
    await expect(other.restore(repository, { identity: await readKey(await otherKey()) })).rejects.toThrow(
      /Ключ не подходит/,
    )
    await other.restore(repository, { identity })
    const rows = await other.sql<{ text: string }[]>`select text from messages`
    const restored = new Set(rows.map(({ text }) => text))
    expect(before.filter((text) => !restored.has(text))).toEqual([])
    expect((await other.examine()).findings).toEqual([])
    let compared = 0
    for await (const { key } of other.store.list()) {
      const path = (root: string) => join(root, 'files', key)
      expect(
        (await readFile(path(other.data_dir))).equals(await readFile(path(t.world.config.DATA_DIR))),
      ).toBe(true)
      compared += 1
    }
    expect(compared).toBeGreaterThan(5)
    expect(await dumpSchema(other.sql.connection)).toBe(await readFile(SCHEMA_FILE, 'utf8'))
    // Sequences continue after the copied ids, and constraints are enforced again.
    const [next] = await other.sql<{ free: boolean }[]>`
      select nextval(pg_get_serial_sequence('messages', 'id')) > max(id) as free from messages`
    expect(next).toEqual({ free: true })
    await expect(
      other.sql`insert into ticket_counts (restaurant_id, status) values (0, 'open')`,
    ).rejects.toThrow(/foreign key/)
  })

  test('B02, N16: nobody else may read it, and nothing in it is to be read without the key', async () => {
    const repository = await newRepository()
    await backUp(repository, { recipient })
    const folder = repository.folder ?? ''
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder, { recursive: true })) {
      const facts = await stat(join(folder, name))
      expect(facts.mode & 0o077).toBe(0)
      if (!facts.isFile()) continue
      const bytes = await readFile(join(folder, name))
      for (const secret of ['Здравствуйте', 'seal_key', '\x89PNG', 'argon2'])
        expect(bytes.includes(secret)).toBe(false)
    }
  })

  test('B03: its files are not swept away meanwhile', async () => {
    const repository = await newRepository()
    let swept = -1
    const store: Files = {
      ...files,
      open: async (key) => {
        await t.world.sql`insert into stored_files (key, size, sha256, created_at)
          values ('00/00000000-0000-4000-8000-000000000000', 1, '', '2020-01-01') on conflict do nothing`
        swept = await sweepUnattached({ ...t.world, files }, 1000)
        return files.open(key)
      },
    }
    await backUp(repository, { files: store })
    expect(swept).toBe(0)
    // The server may need a moment to notice that the backup's connection is gone and to release its lock.
    await expect.poll(() => sweepUnattached({ ...t.world, files }, 1000)).toBe(1)
  })
})

/** A hash of each table, except those changed by a restore. */
const contentsOf = async (sql: Sql): Promise<Map<string, string>> => {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname !~ '^(schema_|notice|outbox|installation_marks)'`
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ hash: string }[]>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`,
    )
    found.set(name, row?.hash ?? '')
  }
  return found
}

/**
 * Makes a copy during which nothing was written, together with the hashes of its content: the server's jobs write now and then.
 */
const copyOfStill = async (repository: Repository) => {
  for (let left = 10; left > 0; left -= 1) {
    const contents = await contentsOf(t.world.sql)
    const made = await backUp(repository)
    const after = await contentsOf(t.world.sql)
    if (made !== null && [...contents].every(([table, hash]) => after.get(table) === hash))
      return { name: made.name, contents }
  }
  throw new Error('something is written all the time')
}

const otherKey = async (): Promise<string> => {
  const path = join(dir, `other-${Math.random()}.key`)
  await writeNewKey(path)
  return path
}

describe('a backup that went wrong', () => {
  test('B04, N16: half of one is no copy, and the next one clears it away', async () => {
    const repository = await newRepository()
    const broken = { ...repository, put: async () => Promise.reject(new Error('the store fell silent')) }
    await expect(backUp(broken)).rejects.toThrow('fell silent')
    expect(await readdir(repository.folder ?? '')).toEqual([])
    let left = 5
    const killed: Repository = {
      ...repository,
      put: async (...given) => {
        left -= 1
        if (left < 0) throw new Error('killed')
        await repository.put(...given)
      },
    }
    await expect(backUp(killed)).rejects.toThrow('killed')
    expect(await listCopies(repository)).toEqual([])
    expect(await readdir(repository.folder ?? '')).toHaveLength(1)
    const made = await backUp(repository)
    expect(await listCopies(repository)).toEqual([made?.name])
    const folders = new Set(
      (await readdir(repository.folder ?? '')).filter((name) => !name.includes('-files-')),
    )
    expect(folders).toEqual(new Set([made?.name]))
  })

  test('B05, N16: a damaged copy is refused and leaves nothing; a whole one is brought in after it', async () => {
    const repository = await newRepository()
    const { name, contents } = await copyOfStill(repository)
    const path = join(repository.folder ?? '', name, 'table.messages.0.gz')
    const bytes = await readFile(path)
    await writeFile(path, Buffer.concat([bytes.subarray(0, -9), Buffer.from('x'), bytes.subarray(-8)]))
    const other = await elsewhere()
    await expect(other.restore(repository, { instead: true })).rejects.toThrow(/испорчена/)
    expect(await other.sql`select from messages`).toHaveLength(0)
    await writeFile(path, bytes)
    await other.restore(repository, { instead: true })
    expect(await isRestored(other.sql)).toBe(false)
    expect((await other.examine()).findings).toEqual([])
    expect(await contentsOf(other.sql)).toEqual(contents)
  })

  test('N16: beside other keys, and by a release that does not know it, a copy is refused and nothing is written', async () => {
    const repository = await newRepository()
    const { name } = (await backUp(repository)) ?? { name: '' }
    const manifest = await readManifest(repository, name)
    const other = await elsewhere()
    await writeFile(join(other.data_dir, 'secrets.json'), '{}')
    await expect(other.restore(repository, { instead: true })).rejects.toThrow(/лежат другие ключи/)
    expect(await readFile(join(other.data_dir, 'secrets.json'), 'utf8')).toBe('{}')
    expect(await readdir(join(other.data_dir, 'files'))).toEqual([])
    const migrations = [...manifest.migrations, { id: 9999, name: '9999_later', checksum: 'x' }]
    const later = { manifest: { ...manifest, migrations }, files: null }
    await expect(other.restore(repository, later)).rejects.toThrow(/миграции 9999_later здесь нет/)
    expect(await other.sql`select to_regclass('messages') as messages`).toEqual([{ messages: null }])
  })

  test('B06: a disk that is too small is refused before anything is written', async () => {
    const repository = await newRepository()
    await t.world.sql`update stored_files set size = size + 1000000000000000 where attached_at is not null`
    await expect(backUp(repository)).rejects.toThrow(/Копия не начата: в папке .* свободно/)
    await t.world.sql`update stored_files set size = size - 1000000000000000 where attached_at is not null`
    expect(await readdir(repository.folder ?? '')).toEqual([])
  })

  test('B07: a file that is rotten in the store is told and stops no copy', async () => {
    const repository = await newRepository()
    const rotten = (await writeTicket(t.A, 'Испорченный', [new File(['%PDF-1.4 good'], 'a.pdf')])).id
    const [row] = await t.world.sql<{ key: string }[]>`
      select file_key as key from attachments a join messages m on m.id = a.message_id where m.ticket_id = ${rotten}`
    const path = join(t.world.config.DATA_DIR, 'files', row?.key ?? '')
    await writeFile(path, '%PDF-1.4 evil')
    expect((await backUp(repository))?.files?.damaged).toEqual([row?.key])
    await writeFile(path, '%PDF-1.4 good')
  })
})

describe('a restored copy', () => {
  test('B08, N16: goes into an empty place only, never into the store of a living original, and says nothing twice', async () => {
    const repository = await newRepository()
    await t.world.sql`insert into outbox (channel, to_address, sealed, expires_at, next_attempt_at)
      values ('email', 'twice@b.test', 'x', now() + '1 day', now() + '1 day')`
    await backUp(repository)
    const other = await elsewhere()
    await expect(other.restore(repository, { connection: t.world.sql.connection })).rejects.toThrow(
      /не пуста/,
    )
    await expect(other.restore(repository, { files })).rejects.toThrow(/той самой установки/)
    await other.restore(repository)
    await expect(other.restore(repository)).rejects.toThrow(/не пуста/)
    // Pending messages are cancelled, and nothing is sent until sending is enabled.
    expect(await other.sql`select from outbox where sent_at is null and failed_at is null`).toHaveLength(0)
    expect(await other.sql`select from notices where sent_at is null`).toHaveLength(0)
    expect(await isRestored(other.sql)).toBe(true)
    expect(await isBackupDue(other.sql, new Date('2100-01-01'), 24)).toBe(false)
  })
})

/** Makes a copy in which the push of an incident's update is not over. The server's job must not finish it first. */
const copyWhileTelling = async (repository: Repository): Promise<void> => {
  const { sql } = t.world
  const [incident] = await sql<{ id: string }[]>`
    insert into incidents (business_id, title, text, everywhere, since, created_at, created_by)
    values (${t.walls.businesses.n1}, 'Нет связи', '', true, now(), now(), ${t.walls.agent.id}) returning id`
  // Without deadlines: a copy may take longer than a transaction may stand idle.
  const lock = openSql(sql.connection, 1, { deadlines: false })
  onTestFinished(() => lock.end())
  for (let left = 10; left > 0; left -= 1) {
    await sql`insert into incident_updates (incident_id, kind, text, at, person_id, told_to)
      values (${incident?.id ?? ''}, 'update', 'Чиним', now(), ${t.walls.agent.id}, 0)`
    const isMade = await lock.begin(async (tx) => {
      await tx`lock table incident_updates in exclusive mode`
      const { count } = await tx`select from incident_updates where told_to is not null`
      return count > 0 && (await backUp(repository)) !== null
    })
    if (isMade) return
  }
  throw new Error('the job is always faster')
}

describe('a copy in place of its original', () => {
  test('B08: tells nothing again either', async () => {
    const repository = await newRepository()
    await copyWhileTelling(repository)
    const other = await elsewhere()
    await other.restore(repository, { instead: true })
    expect(await other.sql`select from incident_updates`).not.toHaveLength(0)
    expect(await other.sql`select from incident_updates where told_to is not null`).toHaveLength(0)
    expect(await other.sql`select from signals where due_at is not null`).toHaveLength(0)
  })
})

describe('copies that are kept', () => {
  test('B09: old ones go with the files that only they had; a clock that jumps takes not all of them', async () => {
    const repository = await newRepository()
    const keep = { days: 14, least: 2 }
    const gone = (await writeTicket(t.A, 'На время', [await picture()])).id
    const [row] = await t.world.sql<{ key: string }[]>`
      select file_key as key from attachments a join messages m on m.id = a.message_id where m.ticket_id = ${gone}`
    const names: string[] = []
    const day = async (days: number) => {
      const clock = { ...t.world.clock, now: () => new Date(Date.UTC(2027, 0, 1 + days)) }
      names.push((await backUp(repository, { clock, keep }))?.name ?? '')
      return listCopies(repository)
    }
    const pooled = async () => {
      const found: string[] = []
      for await (const { key } of repository.list())
        if (key.endsWith((row?.key ?? '').slice(3))) found.push(key)
      return found
    }
    await day(0)
    expect(await pooled()).toHaveLength(1)
    await t.world.sql`delete from attachments where file_key = ${row?.key ?? ''}`
    await t.world.sql`update stored_files set attached_at = null where key = ${row?.key ?? ''}`
    expect(await day(10)).toHaveLength(2)
    expect(await day(20)).toEqual(names.slice(1))
    expect(await pooled()).toEqual([])
    expect(await day(4000)).toEqual(names.slice(2))
    expect(await day(21)).toContain(names[4])
  })

  test('B10: a bucket holds them under its prefix; one that fails midway holds no half', async () => {
    const s3 = await startTestS3()
    onTestFinished(s3.close)
    const { endpoint, bucket, credentials } = s3.settings
    const config = getConfig({
      NODE_ENV: 'test',
      DATA_DIR: dir,
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    })
    const repository = await openRepository(config, `s3://${bucket}/deep/er`)
    const made = await backUp(repository)
    expect(s3.keys().every((key) => key.startsWith('deep/er/'))).toBe(true)
    const other = await elsewhere()
    await other.restore(repository)
    expect((await other.examine()).findings).toEqual([])
    s3.faults.set('PUT', 500)
    await expect(backUp(repository)).rejects.toThrow(/Хранилище S3/)
    expect(await listCopies(repository)).toEqual([made?.name])
    expect(s3.keys().filter((key) => key.endsWith(MANIFEST))).toHaveLength(1)
  })
})

describe('before a migration', () => {
  test('B11: rows are copied as they are, with the schema of then, and what hinders it is told', async () => {
    const last = 43
    const old = await elsewhere()
    const reported: string[] = []
    const report = (line: string) => void reported.push(line)
    await migrate(old.sql, { last })
    await old.sql`insert into businesses (name, network) values ('Прежний', 'old')`
    await copyBeforeMigration(old.sql, { DATA_DIR: old.data_dir }, report)
    expect(reported).toEqual([expect.stringContaining('npm run restore -- --back')])
    await migrate(old.sql)
    await copyBeforeMigration(old.sql, { DATA_DIR: old.data_dir }, report)
    expect(reported).toHaveLength(1)

    const back = await elsewhere()
    await back.restore(await folderRepository(join(old.data_dir, 'before-migration')), {
      files: null,
      instead: true,
    })
    expect(await back.sql`select name from businesses`).toEqual([{ name: 'Прежний' }])
    expect(await back.sql`select max(id) as last from schema_changes`).toEqual([{ last }])
    expect(await back.sql`select to_regclass('installation_marks') as marks`).toEqual([{ marks: null }])

    await back.sql`update schema_changes set finished_at = null where id = ${last}`
    await copyBeforeMigration(back.sql, { DATA_DIR: back.data_dir }, report)
    expect(reported.at(-1)).toMatch(/Внимание. Копия базы перед миграцией не сделана: .*не закончена/)
  })
})
