import type { KnowledgeImport } from '@podmoga/contract/desk/material/exchange'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { Claim } from '../../background/background.ts'
import { attachFiles, detachFiles } from '../../files/stored-files.ts'

/** A file of the archive ('' for the whole), and a remark about it. */
export type Remark = [file: string, says: string]

/** The request that started an import, for the audit journal. */
export interface RunBy {
  ip: string
  request_id: string
}

export interface ImportRow {
  id: string
  business_id: string
  created_by: string
  file_name: string
  file_key: string
  state: KnowledgeImport['state']
  problem: string | null
  added: number
  changed: number
  same: number
  remarks: Remark[]
  attempts: number
  run_by: RunBy | null
}

/** Adds an uploaded archive, due for a check at once. Returns its id. */
export const addImport = async (
  tx: TransactionSql,
  made: { business_id: string; created_by: string; file_name: string; file_key: string; now: Date },
): Promise<string> => {
  const { business_id, created_by, file_name, file_key, now } = made
  await attachFiles(tx, [{ key: file_key }])
  const [row] = await tx<{ id: string }[]>`
    insert into knowledge_imports (business_id, created_by, file_name, file_key, due_at, created_at)
    values (${business_id}, ${created_by}, ${file_name}, ${file_key}, ${now}, ${now}) returning id`
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

/** Finds an import of this editor. */
export const findImport = async (
  db: Db,
  { id, created_by, business_ids }: { id: string; created_by: string; business_ids: readonly string[] },
): Promise<ImportRow | undefined> => {
  const [row] = await db<ImportRow[]>`
    select id, business_id, created_by, file_name, file_key, state, problem, added, changed, same, remarks, attempts, run_by
    from knowledge_imports
    where id = ${id} and created_by = ${created_by} and business_id = any(${[...business_ids]}::bigint[])`
  return row
}

/** Starts a checked import. Idempotent. */
export const startImport = async (
  db: Db,
  { id, run_by, now }: { id: string; run_by: RunBy; now: Date },
): Promise<void> => {
  await db`
    update knowledge_imports set state = 'running', run_by = ${db.json(run_by)}, due_at = ${now}, attempts = 0
    where id = ${id} and state = 'checked'`
}

/** Leases due imports until `lease_until`. */
export const claimImports = (db: Db, { now, lease_until, limit }: Claim): Promise<ImportRow[]> => db<
  ImportRow[]
>`
  update knowledge_imports set due_at = ${lease_until}, attempts = attempts + 1
  where id in (
    select id from knowledge_imports where due_at <= ${now} order by due_at limit ${limit} for update skip locked)
  returning id, business_id, created_by, file_name, file_key, state, problem, added, changed, same, remarks, attempts, run_by`

/** Renews the lease if it still belongs to this attempt. */
export const keepImport = async (
  db: Db,
  { id, state, attempts }: Pick<ImportRow, 'id' | 'state' | 'attempts'>,
  until: Date,
): Promise<void> => {
  await db`
    update knowledge_imports set due_at = greatest(due_at, ${until})
    where id = ${id} and state = ${state} and attempts = ${attempts} and due_at is not null`
}

/** Moves an import to its next state with the results. Returns false if another server did so first. */
export const endImport = async (
  db: Db,
  end: Pick<ImportRow, 'id' | 'problem' | 'added' | 'changed' | 'same' | 'remarks'> & {
    from: KnowledgeImport['state']
    to: KnowledgeImport['state']
  },
): Promise<boolean> => {
  const { id, from, to, problem, added, changed, same, remarks } = end
  const { count } = await db`
    update knowledge_imports set state = ${to}, problem = ${problem}, added = ${added}, changed = ${changed},
      same = ${same}, remarks = ${db.json(remarks)}, due_at = null
    where id = ${id} and state = ${from} returning 1`
  return count > 0
}

/** Deletes imports created before a moment, except running ones. */
export const forgetImports = async (
  tx: TransactionSql,
  { before, now }: { before: Date; now: Date },
): Promise<void> => {
  const rows = await tx<{ file_key: string }[]>`
    delete from knowledge_imports where created_at < ${before} and state <> 'running' returning file_key`
  await detachFiles(
    tx,
    rows.map(({ file_key }) => file_key),
    now,
  )
}

/** Returns whether a person is currently an editor of the business. */
export const isEditorOf = async (
  db: Db,
  { person_id, business_id }: { person_id: string; business_id: string },
): Promise<boolean> =>
  (
    await db`
      select from desk_members d join people p on p.id = d.person_id and p.disabled_at is null
      where d.person_id = ${person_id} and d.business_id = ${business_id} and d.role = 'editor'
        and d.state <> 'disabled'`
  ).count > 0

/** Returns whether the business has another editor, who can review. */
export const hasSecondEditor = async (
  db: Db,
  { person_id, business_id }: { person_id: string; business_id: string },
): Promise<boolean> =>
  (
    await db`
      select from desk_members d
      where d.business_id = ${business_id} and d.role = 'editor' and d.state <> 'disabled'
        and d.person_id <> ${person_id} limit 1`
  ).count > 0
