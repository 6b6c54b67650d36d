import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_DIR, type Migration, readMigrations } from '../migrate/files.ts'
import { migrate } from '../migrate.ts'
import { clusterFolder, templateDatabase } from '../testing-cluster.ts'

export interface Release {
  version: string
  commit: string
  /** Number of the last migration that it knows. */
  last_migration: number
  /** What its migrations were, see `digestOf`. */
  digest: string
}

const TABLE = join(import.meta.dirname, '../../../../../docs/releases.md')
const ROW = /^\| (\d+\.\d+\.\d+) \| `([0-9a-f]{40})` \| (\d{4}) \| (\w+) \|$/gm

/** The releases that docs/releases.md names, the oldest first. */
export const readReleases = (): Release[] =>
  [...readFileSync(TABLE, 'utf8').matchAll(ROW)].map(
    ([, version = '', commit = '', last = '', digest = '']) => ({
      version,
      commit,
      last_migration: Number(last),
      digest,
    }),
  )

/** The release that the present code must live beside. */
export const lastRelease = (): Release => {
  const last = readReleases().at(-1)
  if (last === undefined) throw new Error('docs/releases.md names no release')
  return last
}

/** What the migrations up to a number are, in twelve digits. */
export const digestOf = (migrations: readonly Migration[], upTo: number): string => {
  const known = migrations.filter(({ id }) => id <= upTo).map(({ checksum }) => checksum)
  return createHash('sha256').update(known.join()).digest('hex').slice(0, 12)
}

/** A template database (see testing-cluster.ts) with the schema that a release left behind. */
export const releasedTemplate = (release: Release, dir = MIGRATIONS_DIR): Promise<string> =>
  templateDatabase(async (sql) => {
    const only = mkdtempSync(join(await clusterFolder(), 'released-'))
    for (const { id, name } of await readMigrations(dir))
      if (id <= release.last_migration) copyFileSync(join(dir, name), join(only, name))
    await migrate(sql, { dir: only })
  }, `released ${release.version}`)
