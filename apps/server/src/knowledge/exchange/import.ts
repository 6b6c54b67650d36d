import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { attachFiles, dropFiles } from '../../files/stored-files.ts'
import type { World } from '../../world.ts'
import { searchTextOf } from '../html-text.ts'
import type { MaterialText } from '../knowledge.rows.ts'
import {
  changeKnowledge,
  insertMaterialFiles,
  insertMaterials,
  type NewMaterial,
  publishText,
  replaceSynonyms,
  saveDraft,
  setAlsoAsked,
  takeMaterialIds,
  writeReview,
} from '../knowledge.write.sql.ts'
import type { KnowledgeFolder } from './folder.ts'
import { type About, makeAbout } from './import.about.ts'
import { planFiles, storeNeeded } from './import.files.ts'
import { type ImportedPictures, openPictures } from './import.pictures.ts'
import {
  isAskedSo,
  isPlaced,
  type KnownMaterial,
  listKnownMaterials,
  orderMaterials,
  orderSections,
  placeMaterial,
  upsertSections,
} from './import.sql.ts'
import { type Incoming, type ToText, textMaker } from './import.text.ts'

export type ImportWorld = Pick<World, 'sql' | 'files' | 'clock' | 'config'>

export interface Imported {
  added: number
  changed: number
  same: number
  /** Russian lines about what was left out. */
  warnings: string[]
  /** Texts sent to review. */
  asked: { material_id: string; title: string }[]
}

export interface ImportOptions {
  /** Only report what would change. */
  dry_run?: boolean
  /** The author of the texts; null: none, a command. */
  by?: string | null
  /** Instead of publishing, send texts to review, or keep them as drafts if there is no reviewer or no author. */
  review?: 'ask' | 'draft' | null
  /** Called at the end of the writing transaction; not in a dry run. */
  finish?: (tx: TransactionSql, imported: Imported) => Promise<void>
}

/**
 * Imports a folder into a business's knowledge base: adds new articles, updates those of the same name that differ, and keeps
 * those that the folder lacks. One transaction. `onProgress` is called after each article; a dry run only reports what would
 * change.
 */
export const importKnowledge = async (
  world: ImportWorld,
  business_id: string,
  folder: KnowledgeFolder,
  onProgress: (done: number, total: number) => void = () => undefined,
  options: ImportOptions = {},
): Promise<Imported> => {
  const pictures = openPictures(world.config, business_id)
  try {
    const planned = await planArticles(world, business_id, folder, pictures)
    const writing = { world, business_id, folder, ...planned, onProgress, options }
    // Only reads, so that it does not block editors who publish meanwhile.
    if (options.dry_run === true) return (await settle(world.sql, writing)).imported
    return await storeAndWrite(writing)
  } finally {
    await pictures.end()
  }
}

/** Determines the material and the files of each article. */
const planArticles = async (
  { sql }: ImportWorld,
  business_id: string,
  folder: KnowledgeFolder,
  pictures: ImportedPictures,
): Promise<Pick<Writing, 'incoming' | 'left_out'>> => {
  const placed = folder.sections.flatMap((section) =>
    section.subcategories.flatMap(({ slug, articles }) =>
      articles.map((article) => ({ article, place: `${section.slug}/${slug}` })),
    ),
  )
  const slugs = placed.map(({ article }) => article.slug)
  const known = new Map((await listKnownMaterials(sql, business_id, slugs)).map((row) => [row.slug, row]))
  const fresh = await takeMaterialIds(sql, slugs.length - known.size)
  const nextId = fresh.values()
  const incoming: Incoming[] = []
  const left_out = [...folder.left_out]
  for (const it of placed) {
    const row = known.get(it.article.slug)
    const texts = [it.article, it.article.draft ?? []].flat()
    const files = await planFiles({ dir: folder.dir, pictures }, texts, row, (reason) =>
      left_out.push(`${it.article.slug}: ${reason}`),
    )
    incoming.push({ ...it, known: row, id: row?.id ?? nextId.next().value ?? '', files })
  }
  return { incoming, left_out }
}

const storeAndWrite = async (writing: Writing): Promise<Imported> => {
  const { world, business_id, incoming, options } = writing
  const { stored, rows } = await storeNeeded(
    world,
    incoming.map(({ id, files }) => ({ material_id: id, files })),
  )
  try {
    return await changeKnowledge(world.sql, business_id, async (tx) => {
      const settled = await settle(tx, writing)
      await writeAll(tx, writing, settled)
      const { imported } = settled
      await insertMaterialFiles(tx, rows)
      await attachFiles(tx, stored)
      await options.finish?.(tx, imported)
      return imported
    })
  } catch (error) {
    await dropFiles(world, stored)
    throw error
  }
}

interface Writing {
  world: ImportWorld
  left_out: string[]
  business_id: string
  folder: KnowledgeFolder
  incoming: readonly Incoming[]
  onProgress: (done: number, total: number) => void
  options: ImportOptions
}

/** The planned changes, given the current base. */
interface Settled {
  imported: Imported
  added: Next[]
  changed: (Next & { known: KnownMaterial })[]
  /** Those of `added` and `changed` that are sent to review. */
  asked: Next[]
}

/** Plans the change of each article. Writes nothing, so that a dry run and an import report the same. */
const settle = async (db: Db, writing: Writing): Promise<Settled> => {
  const { world, business_id, folder, incoming, onProgress, options } = writing
  const { by = null, review = null } = options
  const now = world.clock.now()
  const imported: Imported = { added: 0, changed: 0, same: 0, warnings: writing.left_out, asked: [] }
  const settled: Settled = { imported, added: [], changed: [], asked: [] }
  const toText = textMaker(folder, incoming, imported.warnings)
  const aboutOf = await makeAbout(db, business_id)
  for (const [index, it] of incoming.entries()) {
    const { known, article, place } = it
    const text = toText(it, article)
    const about = aboutOf(article, (remark) => imported.warnings.push(`${article.slug}: ${remark}`))
    const isNews = article.published && !(known?.published === true && isSame(known, text))
    const publish = isNews && about.isClear && review === null
    const draft = draftOf(it, text, { toText, isHeld: isNews && !publish })
    // A text that already waits for review is not sent again.
    const ask = isNews && about.isClear && review === 'ask' && !isSame(known?.review ?? null, text)
    const next: Next = { it, text, draft, publish, about, position: index + 1, now, by }
    if (known === undefined) settled.added.push(next)
    else if (ask || (await isChanged(db, known, place, next))) settled.changed.push({ ...next, known })
    else imported.same += 1
    if (ask) settled.asked.push(next)
    onProgress(index + 1, incoming.length)
  }
  imported.added = settled.added.length
  imported.changed = settled.changed.length
  if (by !== null)
    imported.asked = settled.asked.map(({ it, text }) => ({ material_id: it.id, title: text.title }))
  return settled
}

const ADDED_AT_ONCE = 500

const writeAll = async (tx: TransactionSql, writing: Writing, settled: Settled): Promise<void> => {
  const { business_id, folder, incoming } = writing
  const { added, changed, asked } = settled
  const subcategories = await upsertSections(tx, business_id, folder.sections)
  const subcategoryOf = ({ it }: Next): string => subcategories.get(it.place) ?? ''
  for (let at = 0; at < added.length; at += ADDED_AT_ONCE)
    await insertMaterials(
      tx,
      added.slice(at, at + ADDED_AT_ONCE).map((next) => newMaterial(next, business_id, subcategoryOf(next))),
    )
  for (const { it, draft, about, now, by } of added) {
    if (draft !== null) await saveDraft(tx, { id: it.id, ...draft, now, person_id: by })
    await about.write(tx, it.id)
  }
  for (const next of changed) await change(tx, next, subcategoryOf(next))
  for (const { it, text, now, by } of asked)
    if (by !== null)
      await writeReview(tx, { material_id: it.id, publish_at: null, ...text, person_id: by, now })
  await orderSections(tx, business_id, folder.sections)
  await orderMaterials(
    tx,
    incoming.map(({ id }) => id),
  )
  if (folder.synonyms !== null) await replaceSynonyms(tx, business_id, folder.synonyms)
}

/** The planned change of an article. */
interface Next {
  it: Incoming
  text: MaterialText
  draft: MaterialText | null
  publish: boolean
  about: About
  /** Position in the folder. */
  position: number
  now: Date
  by: string | null
}

/** Returns the text to keep as a draft: that of the folder's draft, or the whole article if it is not to be published. */
const draftOf = (
  it: Incoming,
  text: MaterialText,
  { toText, isHeld }: { toText: ToText; isHeld: boolean },
): MaterialText | null => {
  if (it.article.draft !== undefined) return toText(it, it.article.draft)
  return it.article.published && !isHeld ? null : text
}

const EMPTY = { content: '', cover_id: null, file_ids: [], plain_text: '', headings: '' }

const newMaterial = (
  { it: { id, article }, text, publish, position, now, by }: Next,
  business_id: string,
  subcategory_id: string,
): NewMaterial => {
  return {
    id,
    business_id,
    position,
    subcategory_id,
    slug: article.slug,
    ...(publish ? { ...text, ...searchTextOf(text.content) } : { title: text.title, ...EMPTY }),
    faq_position: article.faq,
    also_asked: article.also_asked ?? [],
    published_at: publish ? now : null,
    updated_at: now,
    edited_at: now,
    edited_by: by,
  }
}

const isSame = (one: MaterialText | null, other: MaterialText | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.title === other.title &&
    one.content === other.content &&
    one.cover_id === other.cover_id &&
    one.file_ids.join() === other.file_ids.join())

/** Returns the draft to save; null if unchanged, or if the folder has none: then an editor's draft is kept. */
const newDraft = (known: KnownMaterial, draft: MaterialText | null): MaterialText | null =>
  draft === null || isSame(known.draft, draft) ? null : draft

/** Returns whether anything differs from the existing material. */
const isChanged = async (
  db: Db,
  known: KnownMaterial,
  place: string,
  { it: { article }, draft, publish, about }: Next,
): Promise<boolean> =>
  publish ||
  newDraft(known, draft) !== null ||
  !(await isPlaced(db, { id: known.id, place, faq_position: article.faq })) ||
  // If the folder does not define it, the editors' list is kept.
  (article.also_asked !== undefined && !(await isAskedSo(db, known.id, article.also_asked))) ||
  (await about.differs(db, known.id))

/** Applies the change of one material. */
const change = async (
  tx: TransactionSql,
  { known, it, text, draft, publish, about, now, by }: Settled['changed'][number],
  subcategory_id: string,
): Promise<void> => {
  const { id } = known
  const { faq: faq_position, also_asked } = it.article
  const edit = { id, now, person_id: by }
  if (!(await isPlaced(tx, { id, place: it.place, faq_position })))
    await placeMaterial(tx, { id, subcategory_id, faq_position })
  if (publish) await publishText(tx, { ...edit, ...text, ...searchTextOf(text.content) })
  const write_draft = newDraft(known, draft)
  if (write_draft !== null) await saveDraft(tx, { ...edit, ...write_draft })
  if (also_asked !== undefined) await setAlsoAsked(tx, { id, also_asked })
  await about.write(tx, id)
}
