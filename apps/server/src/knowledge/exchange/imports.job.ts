import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TransactionSql } from '@podmoga/sql/sql'
import { type Jobs, queue } from '../../background/background.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { tempDir } from '../../files/temp-files.ts'
import { unpackArchive } from './archive.read.ts'
import { readKnowledgeFolder } from './folder.read.ts'
import { FolderError } from './folder.ts'
import { type Imported, type ImportOptions, importKnowledge } from './import.ts'
import {
  claimImports,
  endImport,
  forgetImports,
  hasSecondEditor,
  type ImportRow,
  isEditorOf,
  keepImport,
  type Remark,
} from './imports.sql.ts'

const POLL_MS = 1000
const SWEEP_MS = 3_600_000
/** Lease of an import. If its server does not renew it, the next one starts the archive again. */
const LEASE_MS = 10_000
const KEPT_MS = 24 * 3_600_000
const ATTEMPTS = 3

const NOBODY = 'Второго редактора нет, новые тексты останутся черновиками, проверить их некому.'
const NO_EDITOR = 'Вы больше не редактор этой базы.'
const FELL = 'Не получилось: сервер несколько раз не смог разобрать архив. Разделите его на части.'
const NONE = { added: 0, changed: 0, same: 0 }

/** Functions of editing that an import needs. */
export interface ImportNeeds {
  needsReview: (business_id: string) => boolean
  /** Called when texts have been sent to review. */
  asked: (
    tx: TransactionSql,
    of: { business_id: string; by: string; materials: Imported['asked'] },
  ) => Promise<void>
  /** Starts sending notices; called after the commit. */
  wake: () => void
}

/** Jobs that check archives and import those confirmed by their editors, each in one transaction. */
export const importJobs = (deps: Deps, { needsReview, asked, wake }: ImportNeeds): Jobs => {
  const { sql, clock, config, files, log } = deps

  const reviewOf = async (row: ImportRow): Promise<ImportOptions['review']> => {
    if (!needsReview(row.business_id)) return null
    return (await hasSecondEditor(sql, { ...row, person_id: row.created_by })) ? 'ask' : 'draft'
  }

  const work = async (row: ImportRow, dir: string): Promise<void> => {
    const remarks: string[] = []
    const opened = await files.open(row.file_key)
    if (opened === null) throw new FolderError('Архив не сохранился. Загрузите его снова.')
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const zip_path = join(dir, 'archive.zip')
    await pipeline(opened.stream, createWriteStream(zip_path, { mode: 0o600 }))
    const root = await unpackArchive(zip_path, join(dir, 'base'), (remark) => remarks.push(remark))
    const folder = await readKnowledgeFolder(root)
    folder.left_out.unshift(...remarks)
    const review = await reviewOf(row)
    if (review === 'draft') folder.left_out.unshift(NOBODY)
    const resultOf = ({ warnings, ...counts }: Imported) => ({
      ...counts,
      id: row.id,
      problem: null,
      remarks: [...new Set(warnings)].map((line) => remarkOf(line, dir)),
    })
    const world = { sql, clock, config, files }
    const options = { by: row.created_by, review }
    if (row.state === 'checking') {
      const rehearsed = await importKnowledge(world, row.business_id, folder, undefined, {
        ...options,
        dry_run: true,
      })
      await endImport(sql, { ...resultOf(rehearsed), from: 'checking', to: 'checked' })
      return
    }
    if (!(await isEditorOf(sql, { ...row, person_id: row.created_by }))) throw new FolderError(NO_EDITOR)
    const finish = async (tx: TransactionSql, imported: Imported): Promise<void> => {
      const isFirst = await endImport(tx, { ...resultOf(imported), from: 'running', to: 'done' })
      if (!isFirst) throw new Error('another server has already imported this archive')
      const { added, changed, asked: sent } = imported
      await writeAudit(tx, {
        at: clock.now(),
        event: 'knowledge_imported',
        person_id: row.created_by,
        business_id: row.business_id,
        ...row.run_by,
        after: { file: row.file_name, added, changed, sent: sent.length },
      })
      if (sent.length > 0)
        await asked(tx, { business_id: row.business_id, by: row.created_by, materials: sent })
    }
    await importKnowledge(world, row.business_id, folder, undefined, { ...options, finish })
    wake()
  }

  const run = async (row: ImportRow): Promise<void> => {
    const dir = join(tempDir(config), `knowledge-${row.id}`)
    const fail = (problem: string) =>
      endImport(sql, { ...NONE, id: row.id, from: row.state, to: 'failed', problem, remarks: [] })
    if (row.attempts > ATTEMPTS) return void (await fail(FELL))
    await rm(dir, { recursive: true, force: true })
    try {
      await work(row, dir)
    } catch (error) {
      if (!(error instanceof FolderError)) throw error
      log.info({ import_id: row.id }, 'knowledge base archive rejected')
      await fail(outOf(error.message, dir))
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  }

  return {
    'knowledge imports': queue({
      ms: POLL_MS,
      caller: 'knowledge import',
      lease_ms: LEASE_MS,
      at_once: 1,
      take: (claim) => claimImports(sql, claim),
      run,
      renew: (row) => keepImport(sql, row, new Date(clock.now().getTime() + LEASE_MS)),
    }),
    'old knowledge imports': {
      ms: SWEEP_MS,
      tick_ms: POLL_MS,
      caller: 'knowledge import',
      run: () =>
        sql.begin((tx) =>
          forgetImports(tx, { now: clock.now(), before: new Date(clock.now().getTime() - KEPT_MS) }),
        ),
    },
  }
}

/** Removes the server's temporary path from a message. */
const outOf = (message: string, dir: string): string =>
  message
    .replaceAll(`В папке ${dir}/base/`, 'В папке ')
    .replaceAll(`В папке ${dir}/base`, 'В архиве')
    .replaceAll(`${dir}/base/`, '')
    .replaceAll(dir, 'архив')

/** Decodes percent-encoding, so that addresses read as written. */
const readable = (message: string): string =>
  message.replaceAll(/(?:%[\dA-F]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped)
    } catch {
      return escaped
    }
  })

/** Splits a line `path: sentence`. A line without a path gets an empty file name. */
const remarkOf = (line: string, dir: string): Remark => {
  const plain = readable(outOf(line, dir))
  const [, file, says] = /^([^:«]{1,300}): (.+)$/s.exec(plain) ?? []
  return file === undefined || says === undefined ? ['', plain] : [file, says]
}
