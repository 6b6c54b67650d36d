import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '@podmoga/embedded-postgres/app-lock'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { startEmbedded } from './embedded.ts'
import { MIGRATIONS_DIR, migrate } from './migrate.ts'
import { testingRoot } from './testing-root.ts'

/** Environment variable that passes the cluster's connection and folder to worker processes. */
export const TEST_CLUSTER = 'PODMOGA_TEST_CLUSTER'
const PREFIX = 'podmoga-test-'

export type TestDatabase = { connection: Connection; drop(): Promise<void> }

/**
 * Starts one temporary PostgreSQL for a whole test run and passes its connection to processes started later. The only place with
 * `fsync` off: nothing here outlives the run.
 */
export async function startTestCluster(): Promise<{ admin: Connection; stop(): Promise<void> }> {
  await removeAbandoned()
  const dir = await mkdtemp(join(testingRoot(), PREFIX))
  const cluster = await startEmbedded(dir, () => {}, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Enough for three workers of either test runner.
    max_connections: '400',
    max_wal_size: '1GB',
    autovacuum: 'off',
  })
  process.env[TEST_CLUSTER] = JSON.stringify({ admin: cluster.admin, dir })
  // The templates of an earlier cluster of this process are gone.
  migrated = undefined
  return {
    admin: cluster.admin,
    async stop() {
      delete process.env[TEST_CLUSTER]
      await cluster.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/**
 * A database filled once per run by `prepare` and cloned by `freshDatabase`; safe for concurrent workers.
 * @param key identifies the content: the same key returns the same template.
 * @param from another template to start from.
 * @returns the template's name.
 */
export async function templateDatabase(
  prepare: (sql: Sql) => Promise<unknown>,
  key = 'own',
  from = 'template1',
): Promise<string> {
  const name = `template_${createHash('sha256').update(key).digest('hex').slice(0, 12)}`
  const { admin } = await runCluster()
  const sql = openSql(admin, 1, { deadlines: false })
  try {
    await sql`select pg_advisory_lock(hashtext(${name}))`
    const [ready] = await sql`select 1 from pg_database where datname = ${name} and datistemplate`
    if (!ready) {
      await sql`drop database if exists ${sql(name)} with (force)`
      await sql`create database ${sql(name)} owner podmoga template ${sql(from)} strategy file_copy`
      const inside = openSql({ ...admin, username: 'podmoga', database: name }, 2, { deadlines: false })
      await prepare(inside).finally(() => inside.end())
      await sql`alter database ${sql(name)} is_template true`
    }
    return name
  } finally {
    await sql.end()
  }
}

/**
 * Creates a database for one test: a clone of `template`, by default of the migrated empty schema. The role in `connection` is
 * the application's, as in production.
 */
export async function freshDatabase(template?: string): Promise<TestDatabase> {
  const source = template ?? (await migratedTemplate())
  const { admin } = await runCluster()
  const database = `test_${randomBytes(8).toString('hex')}`
  // A file copy bypasses the WAL and shared buffers.
  const sql = adminOf(admin)
  await sql`create database ${sql(database)} owner podmoga template ${sql(source)} strategy file_copy`
  return {
    connection: { ...admin, username: 'podmoga', database },
    drop: async () => void (await sql`drop database if exists ${sql(database)} with (force)`),
  }
}

/** The folder of the run's cluster, in memory if there is enough; removed together with the cluster. */
export const clusterFolder = async (): Promise<string> => (await runCluster()).dir

let migrated: Promise<string> | undefined

/** A template with the migrated schema and no rows. */
export function migratedTemplate(): Promise<string> {
  migrated ??= migrationsKey().then((key) => templateDatabase(migrate, key))
  return migrated
}

async function migrationsKey(): Promise<string> {
  const names = (await readdir(MIGRATIONS_DIR)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(MIGRATIONS_DIR, name), 'utf8')))
  return texts.join('\n')
}

const admins = new Map<string, Sql>()

/**
 * One connection per process for creating and dropping databases in a cluster; opening one each time would cost more than they
 * do.
 */
const adminOf = (admin: Connection): Sql => {
  const at = admin.path ?? ''
  const sql = admins.get(at) ?? openSql(admin, 1, { deadlines: false })
  admins.set(at, sql)
  return sql
}

let ownCluster: Promise<unknown> | undefined

/** Outside a run that started a cluster (a script, one e2e file), the first use starts one for this process. */
async function runCluster(): Promise<{ admin: Connection; dir: string }> {
  if (!process.env[TEST_CLUSTER]) {
    ownCluster ??= startTestCluster()
    await ownCluster
  }
  return JSON.parse(process.env[TEST_CLUSTER] ?? '{}') as { admin: Connection; dir: string }
}

/** A killed run leaves its folder behind. It can be locked and removed; that of a running one cannot. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(testingRoot())) {
    if (!name.startsWith(PREFIX)) continue
    const dir = join(testingRoot(), name)
    try {
      const { mtimeMs } = await stat(dir)
      if (Date.now() - mtimeMs < 60_000) continue
      lockDataDir(dir).release()
      await rm(dir, { recursive: true, force: true })
    } catch {}
  }
}
