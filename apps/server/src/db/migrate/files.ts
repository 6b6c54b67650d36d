import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '@podmoga/embedded-postgres/start-error'

/**
 * `transaction`: runs once, in a transaction. `concurrently`: one `create index concurrently if not exists`, which cannot run in
 * a transaction. `portions`: one statement, repeated, each time in a transaction, until it affects no rows.
 */
export type StepKind = 'transaction' | 'concurrently' | 'portions'
export type Step = { kind: StepKind; text: string }

/**
 * The compatibility declared in the first line: `-- expand`: every release that works with the previous schema works with this
 * one; `-- contract 0.3.0`: only that release and newer ones do. Migrations up to 0036 declare nothing.
 */
export type Compatibility = { kind: 'unsaid' } | { kind: 'expand' } | { kind: 'contract'; release: string }

export type Migration = {
  id: number
  name: string
  checksum: string
  compatibility: Compatibility
  steps: Step[]
}

export const MIGRATIONS_DIR = join(import.meta.dirname, '../migrations')

/**
 * Reads the migrations of a folder, ordered by number.
 * @throws StartError for a name that is not `NNNN_name.sql`, and for two files with one number.
 */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(dir, name)))
  for (const [index, { id, name }] of migrations.entries()) {
    if (migrations[index + 1]?.id === id) throw new StartError(`Две миграции с одним номером: ${name}.`)
  }
  return migrations
}

async function readMigration(dir: string, name: string): Promise<Migration> {
  const id = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
  if (!id) throw new StartError(`Имя миграции должно быть вида 0001_name.sql, а не ${name}.`)
  // A checkout on Windows may convert line ends; that must not change the checksum.
  const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(text).digest('hex')
  const compatibility = compatibilityOf(text)
  const steps = stepsOf(text)
  if (compatibility.kind === 'unsaid' && steps.length > 1)
    throw new StartError(
      `Миграция ${name} из нескольких шагов, а первая строка не «-- expand» и не «-- contract».`,
    )
  return { id: Number(id), name, checksum, compatibility, steps }
}

function compatibilityOf(text: string): Compatibility {
  const [, kind, release] = /^-- (?:(expand)|contract (\d+\.\d+\.\d+))\n/.exec(text) ?? []
  if (release !== undefined) return { kind: 'contract', release }
  return { kind: kind === undefined ? 'unsaid' : 'expand' }
}

const MARK = /^-- step(?:: (concurrently|portions))?$/m
const COMMENTS = /^\s*(?:--[^\n]*)?$/gm

/** A file without `-- step` lines is one step. */
function stepsOf(text: string): Step[] {
  const [first = '', ...rest] = text.split(MARK)
  const steps: Step[] = [{ kind: 'transaction', text: first }]
  for (let at = 0; at < rest.length; at += 2) {
    const kind = rest[at] as StepKind | undefined
    steps.push({ kind: kind ?? 'transaction', text: rest[at + 1]?.trim() ?? '' })
  }
  // The part before the first `-- step` is often only the header.
  return steps.length > 1 ? steps.filter(({ text: one }) => one.replace(COMMENTS, '').trim() !== '') : steps
}
