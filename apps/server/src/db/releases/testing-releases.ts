import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_DIR, type Migration, readMigrations } from '../migrate/files.ts'
import { migrate } from '../migrate.ts'
import { clusterFolder, templateDatabase } from '../testing-cluster.ts'

export interface Release {
  version: string
  commit: string
  /** Number of the last migration it contains. */
  last_migration: number
  /** Digest of its migrations, see `digestOf`. */
  digest: string
}

const TABLE = join(import.meta.dirname, '../../../../../docs/releases.md')
const ROW = /^\| (\d+\.\d+\.\d+) \| `([0-9a-f]{40})` \| (\d{4}) \| (\w+) \|$/gm

/** Returns the releases listed in docs/releases.md, oldest first. */
export const readReleases = (): Release[] =>
  [...readFileSync(TABLE, 'utf8').matchAll(ROW)].map(
    ([, version = '', commit = '', last = '', digest = '']) => ({
      version,
      commit,
      last_migration: Number(last),
      digest,
    }),
  )

/** The release with which the current code must be compatible. */
export const lastRelease = (): Release => {
  const last = readReleases().at(-1)
  if (last === undefined) throw new Error('docs/releases.md names no release')
  return last
}

/** Digest of the migrations up to a number, twelve hex digits. */
export const digestOf = (migrations: readonly Migration[], upTo: number): string => {
  const known = migrations.filter(({ id }) => id <= upTo).map(({ checksum }) => checksum)
  return createHash('sha256').update(known.join()).digest('hex').slice(0, 12)
}

/** A template database (see testing-cluster.ts) with the schema of a release. */
export const releasedTemplate = (release: Release, dir = MIGRATIONS_DIR): Promise<string> =>
  templateDatabase(async (sql) => {
    const only = mkdtempSync(join(await clusterFolder(), 'released-'))
    for (const { id, name } of await readMigrations(dir))
      if (id <= release.last_migration) copyFileSync(join(dir, name), join(only, name))
    await migrate(sql, { dir: only })
  }, `released ${release.version}`)
