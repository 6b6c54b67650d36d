import type { TransactionSql } from '@podmoga/sql/sql'
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
import type { KnowledgeFolder } from './knowledge.folder.ts'
import { type About, makeAbout } from './knowledge.import.about.ts'
import { planFiles, storeNeeded } from './knowledge.import.files.ts'
import {
  type KnownMaterial,
  listKnownMaterials,
  orderMaterials,
  orderPlaces,
  placeMaterial,
  upsertPlaces,
} from './knowledge.import.sql.ts'
import { type Incoming, type ToText, textMaker } from './knowledge.import.text.ts'

export type ImportWorld = Pick<World, 'sql' | 'files' | 'clock' | 'config'>

export interface Imported {
  added: number
  changed: number
  same: number
  /** Russian lines about what was left out. */
  warnings: string[]
  /** What now waits for a second editor. */
  asked: { material_id: string; title: string }[]
}

export interface ImportOptions {
  /** Only say what would be. */
  dry_run?: boolean
  /** Whose the texts are; null: nobody's, of a command. */
  by?: string | null
  /** What would come out waits for a second editor instead, or stays a draft where there is nobody to ask or to ask for. */
  review?: 'ask' | 'draft' | null
  /** The last of the transaction that writes; not of a dry run. */
  finish?: (tx: TransactionSql, imported: Imported) => Promise<void>
}

/**
 * Brings a folder into a business's knowledge base: what is new is added, what is there under the same name is changed
 * when it differs, what the folder does not hold stays. All or nothing. `onProgress` hears of finished articles;
 * a dry run only says what would be.
 */
export const importKnowledge = async (
  world: ImportWorld,
  business_id: string,
  folder: KnowledgeFolder,
  onProgress: (done: number, total: number) => void = () => undefined,
  options: ImportOptions = {},
): Promise<Imported> => {
  const placed = folder.sections.flatMap((section) =>
    section.subcategories.flatMap(({ slug, articles }) =>
      articles.map((article) => ({ article, place: `${section.slug}/${slug}` })),
    ),
  )
  const slugs = placed.map(({ article }) => article.slug)
  const known = new Map(
    (await listKnownMaterials(world.sql, business_id, slugs)).map((row) => [row.slug, row]),
  )
  const fresh = await takeMaterialIds(world.sql, slugs.length - known.size)
  const nextId = fresh.values()
  const incoming: Incoming[] = []
  const left_out = [...folder.left_out]
  for (const it of placed) {
    const row = known.get(it.article.slug)
    const { draft } = it.article
    const texts = draft === undefined ? [it.article] : [it.article, draft]
    const files = await planFiles(folder.dir, texts, row, (reason) =>
      left_out.push(`${it.article.slug}: ${reason}`),
    )
    incoming.push({ ...it, known: row, id: row?.id ?? nextId.next().value ?? '', files })
  }
  const writing = { world, business_id, folder, incoming, left_out, onProgress, options }
  if (options.dry_run === true) return rehearse(world, writing)
  const { stored, rows } = await storeNeeded(
    world,
    incoming.map(({ id, files }) => ({ material_id: id, files })),
  )
  try {
    return await changeKnowledge(world.sql, business_id, async (tx) => {
      const imported = await writeAll(tx, writing)
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

class Rehearsed extends Error {
  readonly imported: Imported
  constructor(imported: Imported) {
    super('a rehearsal is rolled back')
    this.imported = imported
  }
}

/** Writes all rows in a transaction that is rolled back; files are stored nowhere. */
const rehearse = async (world: ImportWorld, writing: Writing): Promise<Imported> => {
  try {
    return await changeKnowledge(world.sql, writing.business_id, async (tx) => {
      throw new Rehearsed(await writeAll(tx, writing))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.imported
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

const writeAll = async (tx: TransactionSql, writing: Writing): Promise<Imported> => {
  const { world, business_id, folder, incoming, onProgress, options } = writing
  const { by = null, review = null } = options
  const now = world.clock.now()
  const places = await upsertPlaces(tx, business_id, folder.sections)
  const imported: Imported = { added: 0, changed: 0, same: 0, warnings: writing.left_out, asked: [] }
  const toText = textMaker(folder, incoming, imported.warnings)
  const aboutOf = await makeAbout(tx, business_id)
  let added: NewMaterial[] = []
  const flush = async () => {
    await insertMaterials(tx, added)
    added = []
  }
  const later: Next[] = []
  const asked: Next[] = []
  for (const [index, it] of incoming.entries()) {
    const subcategory_id = places.get(it.place) ?? ''
    const text = toText(it, it.article)
    const about = aboutOf(it.article, (remark) => imported.warnings.push(`${it.article.slug}: ${remark}`))
    const isNews = it.article.published && !(it.known?.published === true && isSame(it.known, text))
    const publish = isNews && about.isClear && review === null
    const draft = draftOf(it, text, { toText, isHeld: isNews && !publish })
    // What waits already is not sent anew.
    const ask = isNews && about.isClear && review === 'ask' && !isSame(it.known?.review ?? null, text)
    const next: Next = { it, text, draft, publish, about, subcategory_id, now, by }
    if (it.known === undefined) {
      added.push(newMaterial(next, { business_id, position: index + 1 }))
      later.push(next)
      imported.added += 1
    } else if ((await change(tx, it.known, next)) || ask) imported.changed += 1
    else imported.same += 1
    if (ask) asked.push(next)
    if (added.length === 500) await flush()
    onProgress(index + 1, incoming.length)
  }
  await flush()
  for (const { it, draft, about } of later) {
    if (draft !== null) await saveDraft(tx, { id: it.id, ...draft, now, person_id: by })
    await about.write(tx, it.id)
  }
  if (by !== null)
    for (const { it, text } of asked) {
      await writeReview(tx, { material_id: it.id, publish_at: null, ...text, person_id: by, now })
      imported.asked.push({ material_id: it.id, title: text.title })
    }
  await orderPlaces(tx, business_id, folder.sections)
  await orderMaterials(
    tx,
    incoming.map(({ id }) => id),
  )
  if (folder.synonyms !== null) await replaceSynonyms(tx, business_id, folder.synonyms)
  return imported
}

/** What becomes of an article. */
interface Next {
  it: Incoming
  text: MaterialText
  draft: MaterialText | null
  publish: boolean
  about: About
  subcategory_id: string
  now: Date
  by: string | null
}

/** What an editor would still see as unpublished: the draft, or the whole article when nobody may read it yet. */
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
  { it: { id, article }, text, publish, subcategory_id, now, by }: Next,
  place: { business_id: string; position: number },
): NewMaterial => {
  return {
    id,
    ...place,
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

/** Writes what differs from the material that is there; whether anything did. */
const change = async (tx: TransactionSql, known: KnownMaterial, next: Next): Promise<boolean> => {
  const { it, text, draft, publish, about, subcategory_id, now, by } = next
  const edit = { id: known.id, now, person_id: by }
  const [place] = await tx<{ same: boolean }[]>`
    select subcategory_id = ${subcategory_id} and faq_position is not distinct from ${it.article.faq} as same
    from materials where id = ${known.id}`
  if (place?.same !== true)
    await placeMaterial(tx, { id: known.id, subcategory_id, faq_position: it.article.faq })
  // A folder that says nothing of a draft does not take away what an editor is at.
  const write_draft = draft !== null && !isSame(known.draft, draft)
  if (publish) await publishText(tx, { ...edit, ...text, ...searchTextOf(text.content) })
  if (write_draft) await saveDraft(tx, { ...edit, ...draft })
  const { also_asked } = it.article
  // A folder that says nothing of it leaves what the editors wrote.
  const write_asked = also_asked !== undefined && (await setAlsoAsked(tx, { id: known.id, also_asked }))
  const write_about = await about.write(tx, known.id)
  return place?.same !== true || publish || write_draft || write_asked || write_about
}
