import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '@podmoga/embedded-postgres/app-lock'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { startEmbedded } from './embedded.ts'
import { MIGRATIONS_DIR, migrate } from './migrate.ts'
import { testingRoot } from './testing-root.ts'

/** Carries the address of the run's cluster, and its folder, to the worker processes. */
export const TEST_CLUSTER = 'PODMOGA_TEST_CLUSTER'
const PREFIX = 'podmoga-test-'

export type TestDatabase = { connection: Connection; drop(): Promise<void> }

/**
 * Starts one throw-away PostgreSQL for a whole test run and tells its address to the processes started after it.
 * The only place with `fsync` off: nothing here outlives the run.
 */
export async function startTestCluster(): Promise<{ admin: Connection; stop(): Promise<void> }> {
  await removeAbandoned()
  const dir = await mkdtemp(join(testingRoot(), PREFIX))
  const cluster = await startEmbedded(dir, () => {}, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Of three workers of either test program.
    max_connections: '400',
    max_wal_size: '1GB',
    autovacuum: 'off',
  })
  process.env[TEST_CLUSTER] = JSON.stringify({ admin: cluster.admin, dir })
  // One that ran before in this process took its templates along.
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
 * A database filled once per run by `prepare`, to be cloned by `freshDatabase`; safe from several workers at once.
 * @param key names the content: the same key is the same template.
 * @param from another template that it begins as.
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
 * A database of its own for a test: a clone of `template`, by default of the migrated empty schema.
 * The role in `connection` is the application's, as in production.
 */
export async function freshDatabase(template?: string): Promise<TestDatabase> {
  const source = template ?? (await migratedTemplate())
  const { admin } = await runCluster()
  const database = `test_${randomBytes(8).toString('hex')}`
  // Copied as files, it passes neither through the log nor through the server's memory, to be cleared out of it again.
  const sql = adminOf(admin)
  await sql`create database ${sql(database)} owner podmoga template ${sql(source)} strategy file_copy`
  return {
    connection: { ...admin, username: 'podmoga', database },
    drop: async () => void (await sql`drop database if exists ${sql(database)} with (force)`),
  }
}

/** The folder of the run's cluster, in memory where there is plenty; what is left in it goes with the cluster. */
export const clusterFolder = async (): Promise<string> => (await runCluster()).dir

let migrated: Promise<string> | undefined

/** The schema without rows, as migrations leave it. */
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

/** One connection for all databases that a process makes and drops in a cluster; a new one each time costs more than they do. */
const adminOf = (admin: Connection): Sql => {
  const at = admin.path ?? ''
  const sql = admins.get(at) ?? openSql(admin, 1, { deadlines: false })
  admins.set(at, sql)
  return sql
}

let ownCluster: Promise<unknown> | undefined

/** Outside a run that started the cluster (a script, one e2e file) the first user starts it for this process. */
async function runCluster(): Promise<{ admin: Connection; dir: string }> {
  if (!process.env[TEST_CLUSTER]) {
    ownCluster ??= startTestCluster()
    await ownCluster
  }
  return JSON.parse(process.env[TEST_CLUSTER] ?? '{}') as { admin: Connection; dir: string }
}

/** A killed run cannot tidy up; its folder is free to take, which a running one's is not. */
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
