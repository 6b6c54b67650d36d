import { randomUUID } from 'node:crypto'
import type { Db, Sql, TransactionSql } from '@podmoga/sql/sql'
import type { StoredFile } from '../http/uploads.ts'
import { closeAnsweredGaps } from './knowledge.gaps.sql.ts'
import type { MaterialFileRow, MaterialText, SearchText } from './knowledge.rows.ts'

/**
 * Runs a transaction of changes to a knowledge base. Writers of a base are serialized, and the revision is increased, so that
 * every search index knows that it is stale.
 */
export const changeKnowledge = async <T>(
  sql: Sql,
  business_id: string,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> =>
  (await sql.begin(async (tx) => {
    await noteChange(tx, business_id)
    return work(tx)
  })) as T

/** As {@link changeKnowledge}, within an existing transaction. Must be its first statement, as it locks out other writers. */
export const noteChange = async (tx: TransactionSql, business_id: string): Promise<void> => {
  await tx`
    insert into knowledge_state as s (business_id) values (${business_id})
    on conflict (business_id) do update set revision = s.revision + 1`
}

/** Returns the revision of a knowledge base; "0" if nothing was ever written. */
export const findRevision = async (db: Db, business_id: string): Promise<string> => {
  const [row] = await db<{ revision: string }[]>`
    select revision from knowledge_state where business_id = ${business_id}`
  return row?.revision ?? '0'
}

/** Rows per statement, far below the parameter limit of the protocol. */
const BATCH = 500

const inBatches = async <T>(rows: readonly T[], work: (batch: T[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += BATCH) await work(rows.slice(at, at + BATCH))
}

/** Allocates ids for new materials, which are needed for links between them before they are inserted. */
export const takeMaterialIds = async (db: Db, count: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select nextval(pg_get_serial_sequence('materials', 'id')) as id from generate_series(1, ${count})`
  return rows.map((row) => row.id)
}

export interface NewMaterial extends MaterialText, SearchText {
  id: string
  business_id: string
  subcategory_id: string
  slug: string
  position: number
  faq_position: number | null
  also_asked: readonly string[]
  published_at: Date | null
  updated_at: Date
  edited_at: Date
  edited_by: string | null
}

/** Inserts materials, with a first version for published ones. */
export const insertMaterials = (tx: TransactionSql, materials: readonly NewMaterial[]): Promise<void> =>
  inBatches(materials, async (batch) => {
    await tx`insert into materials ${tx(batch.map((row) => ({ ...row, file_ids: [...row.file_ids], also_asked: [...row.also_asked] })))}`
    await tx`
      insert into material_versions
        (material_id, number, title, content, cover_id, file_ids, published_at, published_by)
      select id, 1, title, content, cover_id, file_ids, published_at, edited_by
      from materials where id = any(${batch.map((row) => row.id)}::bigint[]) and published_at is not null`
  })

export interface NewMaterialFile extends MaterialFileRow {
  material_id: string
}

/** Adds one stored file to a material. The caller's transaction attaches it. */
export const keepFile = async (
  tx: TransactionSql,
  kept: {
    material_id: string
    kind: MaterialFileRow['kind']
    stored: readonly StoredFile[]
    width: number | null
    height: number | null
  },
): Promise<MaterialFileRow> => {
  const { material_id, kind, stored, width, height } = kept
  const [file] = stored
  if (file === undefined) throw new Error('a stored file was expected')
  const { key: file_key, file_name, content_type, size } = file
  const row = { id: randomUUID(), kind, file_key, file_name, content_type, size, width, height }
  await insertMaterialFiles(tx, [{ ...row, material_id }])
  return row
}

export const insertMaterialFiles = (tx: TransactionSql, files: readonly NewMaterialFile[]): Promise<void> =>
  inBatches(files, async (batch) => void (await tx`insert into material_files ${tx(batch)}`))

/**
 * Saves the draft of a material, separately from its published text. A draft equal to the published text is deleted. Returns
 * the new revision.
 */
export const saveDraft = async (
  tx: TransactionSql,
  { id, title, content, cover_id, file_ids, now, person_id }: MaterialText & Edit,
): Promise<number> => {
  // An unpublished material is listed by the title of its draft.
  const [row] = await tx<{ revision: number; same: boolean }[]>`
    update materials set revision = revision + 1, edited_at = ${now}, edited_by = ${person_id},
      title = case when published_at is null then ${title} else title end
    where id = ${id}
    returning revision, published_at is not null and title = ${title} and content = ${content}
      and cover_id is not distinct from ${cover_id}::uuid and file_ids = ${[...file_ids]}::uuid[] as same`
  if (row?.same === true) await tx`delete from material_drafts where material_id = ${id}`
  else
    await tx`
      insert into material_drafts (material_id, title, content, cover_id, file_ids)
      values (${id}, ${title}, ${content}, ${cover_id}, ${[...file_ids]})
      on conflict (material_id) do update set
        title = excluded.title, content = excluded.content, cover_id = excluded.cover_id,
        file_ids = excluded.file_ids`
  return row?.revision ?? 0
}

/** A change of a material: by whom (null: an import) and when. */
export interface Edit {
  id: string
  now: Date
  person_id: string | null
}

/** Cancels a scheduled publication. Returns false if there was none. */
export const dropSchedule = async (tx: TransactionSql, material_id: string): Promise<boolean> => {
  const rows =
    await tx`delete from material_schedules where material_id = ${material_id} returning material_id`
  return rows.length > 0
}

/** Cancels a pending review. Returns false if there was none. */
export const dropReview = async (tx: TransactionSql, material_id: string): Promise<boolean> => {
  const rows = await tx`delete from material_reviews where material_id = ${material_id} returning material_id`
  return rows.length > 0
}

/**
 * Publishes a text: stores it as a version, deletes the draft and a scheduled publication, and closes the gaps that waited for
 * it. `is_scheduled`: not from the editor's page; a draft with another text is kept, and so is the revision, so that its author
 * can go on saving. Returns the new revision and version.
 */
export const publishText = async (
  tx: TransactionSql,
  published: MaterialText & SearchText & Edit & { is_scheduled?: boolean; keeps_review?: boolean },
): Promise<{ revision: number; number: number }> => {
  const { id, title, content, cover_id, file_ids, plain_text, headings, now, person_id } = published
  const { is_scheduled = false, keeps_review = false } = published
  const [material] = await tx<{ revision: number }[]>`
    update materials set title = ${title}, content = ${content}, cover_id = ${cover_id}, file_ids = ${[...file_ids]},
      plain_text = ${plain_text}, headings = ${headings}, published_at = coalesce(published_at, ${now}),
      updated_at = ${now}, version = version + 1, edited_at = ${now}, edited_by = ${person_id},
      revision = revision + case
        when ${is_scheduled} and exists (select from material_drafts where material_id = ${id}) then 0 else 1 end
    where id = ${id}
    returning revision`
  const [version] = await tx<{ number: number }[]>`
    insert into material_versions
      (material_id, number, title, content, cover_id, file_ids, published_at, published_by)
    select ${id}, coalesce(max(number), 0) + 1, ${title}, ${content}, ${cover_id}, ${[...file_ids]}, ${now}, ${person_id}
    from material_versions where material_id = ${id}
    returning number`
  await tx`
    delete from material_drafts where material_id = ${id} and (not ${is_scheduled}
      or (title = ${title} and content = ${content} and cover_id is not distinct from ${cover_id}::uuid
        and file_ids = ${[...file_ids]}::uuid[]))`
  await dropSchedule(tx, id)
  // A scheduled text was approved earlier; the pending review may be of another text.
  if (!keeps_review) await dropReview(tx, id)
  await closeAnsweredGaps(tx, { material_id: id, person_id, now })
  return { revision: material?.revision ?? 0, number: version?.number ?? 0 }
}

/** Makes the search reindex these materials, as the name of their section or subcategory has changed. */
export const touchMaterials = async (
  tx: TransactionSql,
  where: { section_id: string } | { subcategory_id: string } | { material_id: string },
): Promise<void> => {
  if ('material_id' in where)
    await tx`update materials set version = version + 1 where id = ${where.material_id}`
  else if ('section_id' in where)
    await tx`
      update materials set version = version + 1 from subcategories c
      where c.id = subcategory_id and c.section_id = ${where.section_id}`
  else await tx`update materials set version = version + 1 where subcategory_id = ${where.subcategory_id}`
}

export const replaceSynonyms = async (
  tx: TransactionSql,
  business_id: string,
  groups: readonly (readonly string[])[],
): Promise<void> => {
  await tx`delete from synonyms where business_id = ${business_id}`
  for (const words of groups)
    await tx`insert into synonyms (business_id, words) values (${business_id}, ${[...words]})`
}

/** Sets the questions for which a material is found; the search reindexes it. Returns false if they are unchanged. */
export const setAlsoAsked = async (
  tx: TransactionSql,
  { id, also_asked }: { id: string; also_asked: readonly string[] },
): Promise<boolean> => {
  const rows = await tx`
    update materials set also_asked = ${[...also_asked]}, version = version + 1
    where id = ${id} and also_asked <> ${[...also_asked]}
    returning id`
  return rows.length > 0
}

/** Switches a thesaurus group off or on for a business. */
export const switchThesaurus = async (
  tx: TransactionSql,
  { business_id, group_id, on }: { business_id: string; group_id: string; on: boolean },
): Promise<void> => {
  if (on) await tx`delete from thesaurus_off where business_id = ${business_id} and group_id = ${group_id}`
  else
    await tx`
      insert into thesaurus_off (business_id, group_id) values (${business_id}, ${group_id}) on conflict do nothing`
}

/** Sends a text to review, replacing one sent before. `wrote_id` is the last editor of the material. */
export const writeReview = async (
  tx: TransactionSql,
  sent: MaterialText & { material_id: string; publish_at: Date | null; person_id: string; now: Date },
): Promise<void> => {
  const { material_id, publish_at, title, content, cover_id, file_ids, person_id, now } = sent
  await dropReview(tx, material_id)
  await tx`
    insert into material_reviews
      (material_id, title, content, cover_id, file_ids, publish_at, person_id, wrote_id, asked_at)
    select id, ${title}, ${content}, ${cover_id}, ${[...file_ids]}, ${publish_at}, ${person_id}, edited_by, ${now}
    from materials where id = ${material_id}`
}

/** Sets the audience of a material. If everything is empty, it is for everybody. */
export const writeForWhom = async (
  tx: TransactionSql,
  set: {
    material_id: string
    business_id: string
    roles: string[]
    restaurant_ids: string[]
    groups: string[]
  },
): Promise<void> => {
  const { material_id, business_id, roles, restaurant_ids, groups } = set
  const isForAll = roles.length + restaurant_ids.length + groups.length === 0
  await (isForAll
    ? tx`delete from material_audiences where material_id = ${material_id}`
    : tx`
      insert into material_audiences as a (material_id, business_id, roles, restaurant_ids, groups)
      values (${material_id}, ${business_id}, ${roles}, ${restaurant_ids}::bigint[], ${groups})
      on conflict (material_id) do update set roles = excluded.roles, restaurant_ids = excluded.restaurant_ids,
        groups = excluded.groups
      where (a.roles, a.restaurant_ids, a.groups)
        is distinct from (excluded.roles, excluded.restaurant_ids, excluded.groups)`)
}
