import type { TransactionSql } from '@podmoga/sql/sql'
import { attachFiles, dropFiles } from '../../files/stored-files.ts'
import type { World } from '../../world.ts'
import { type Rewritten, rewriteTags, searchTextOf } from '../html-text.ts'
import { cleanHtml } from '../knowledge.html.ts'
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
} from '../knowledge.write.sql.ts'
import { type FolderArticle, type FolderText, type KnowledgeFolder, pathIn } from './knowledge.folder.ts'
import { type ArticleFiles, nameOf, planFiles, storeNeeded } from './knowledge.import.files.ts'
import {
  type KnownMaterial,
  listKnownMaterials,
  orderMaterials,
  orderPlaces,
  placeMaterial,
  upsertPlaces,
} from './knowledge.import.sql.ts'

export type ImportWorld = Pick<World, 'sql' | 'files' | 'clock' | 'config'>

export interface Imported {
  added: number
  changed: number
  same: number
  /** Russian lines about what was left out. */
  warnings: string[]
}

/** An article on its way in. */
interface Incoming {
  article: FolderArticle
  /** `<section>/<subcategory>`. */
  place: string
  id: string
  known: KnownMaterial | undefined
  files: ArticleFiles
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
  options: { dry_run?: boolean } = {},
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
  if (options.dry_run === true)
    return rehearse(world, { world, business_id, folder, incoming, left_out, onProgress })
  const { stored, rows } = await storeNeeded(
    world,
    incoming.map(({ id, files }) => ({ material_id: id, files })),
  )
  try {
    return await changeKnowledge(world.sql, business_id, async (tx) => {
      const imported = await writeAll(tx, { world, business_id, folder, incoming, left_out, onProgress })
      await insertMaterialFiles(tx, rows)
      await attachFiles(tx, stored)
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
}

const writeAll = async (tx: TransactionSql, writing: Writing): Promise<Imported> => {
  const { world, business_id, folder, incoming, onProgress } = writing
  const now = world.clock.now()
  const places = await upsertPlaces(tx, business_id, folder.sections)
  const imported: Imported = { added: 0, changed: 0, same: 0, warnings: writing.left_out }
  const toText = textMaker(folder, incoming, imported.warnings)
  let added: NewMaterial[] = []
  const flush = async () => {
    await insertMaterials(tx, added)
    added = []
  }
  const drafts: { it: Incoming; draft: MaterialText }[] = []
  for (const [index, it] of incoming.entries()) {
    const subcategory_id = places.get(it.place) ?? ''
    const text = toText(it, it.article)
    const draft = draftOf(it, text, toText)
    if (it.known === undefined) {
      added.push(newMaterial(it, text, { business_id, subcategory_id, position: index + 1, now }))
      if (draft !== null) drafts.push({ it, draft })
      imported.added += 1
    } else if (await change(tx, it.known, { it, text, draft, subcategory_id, now })) imported.changed += 1
    else imported.same += 1
    if (added.length === 500) await flush()
    onProgress(index + 1, incoming.length)
  }
  await flush()
  for (const { it, draft } of drafts) await saveDraft(tx, { id: it.id, ...draft, now, person_id: null })
  await orderPlaces(tx, business_id, folder.sections)
  await orderMaterials(
    tx,
    incoming.map(({ id }) => id),
  )
  if (folder.synonyms !== null) await replaceSynonyms(tx, business_id, folder.synonyms)
  return imported
}

/** What an editor would still see as unpublished: the draft, or the whole article when nobody may read it yet. */
const draftOf = (it: Incoming, text: MaterialText, toText: ToText): MaterialText | null => {
  if (it.article.draft !== undefined) return toText(it, it.article.draft)
  return it.article.published ? null : text
}

const EMPTY = { content: '', cover_id: null, file_ids: [], plain_text: '', headings: '' }

const newMaterial = (
  { id, article }: Incoming,
  text: MaterialText,
  where: { business_id: string; subcategory_id: string; position: number; now: Date },
): NewMaterial => {
  const { now, ...place } = where
  return {
    id,
    ...place,
    slug: article.slug,
    ...(article.published ? { ...text, ...searchTextOf(text.content) } : { title: text.title, ...EMPTY }),
    faq_position: article.faq,
    also_asked: article.also_asked ?? [],
    published_at: article.published ? now : null,
    updated_at: now,
    edited_at: now,
    edited_by: null,
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
const change = async (
  tx: TransactionSql,
  known: KnownMaterial,
  next: { it: Incoming; text: MaterialText; draft: MaterialText | null; subcategory_id: string; now: Date },
): Promise<boolean> => {
  const { it, text, draft, subcategory_id, now } = next
  const edit = { id: known.id, now, person_id: null }
  const [place] = await tx<{ same: boolean }[]>`
    select subcategory_id = ${subcategory_id} and faq_position is not distinct from ${it.article.faq} as same
    from materials where id = ${known.id}`
  if (place?.same !== true)
    await placeMaterial(tx, { id: known.id, subcategory_id, faq_position: it.article.faq })
  const publish = it.article.published && !(known.published && isSame(known, text))
  // A folder that says nothing of a draft does not take away what an editor is at.
  const write_draft = draft !== null && !isSame(known.draft, draft)
  if (publish) await publishText(tx, { ...edit, ...text, ...searchTextOf(text.content) })
  if (write_draft) await saveDraft(tx, { ...edit, ...draft })
  const { also_asked } = it.article
  // A folder that says nothing of it leaves what the editors wrote.
  const write_asked = also_asked !== undefined && (await setAlsoAsked(tx, { id: known.id, also_asked }))
  return place?.same !== true || publish || write_draft || write_asked
}

/** The file under a name that may be none; it has been named among what is left out. */
const fileOf = (files: ArticleFiles, dir: string, kind: 'picture' | 'file', name: string) => {
  try {
    return files.find(kind, pathIn(dir, kind, nameOf(name)))
  } catch {
    return undefined
  }
}

type ToText = (it: Incoming, text: FolderText) => MaterialText

/** Makes the reader of texts: addresses of the folder become ids, then the text is sanitised. */
const textMaker = (folder: KnowledgeFolder, incoming: readonly Incoming[], warnings: string[]): ToText => {
  const ids = new Map(incoming.map(({ article, id }) => [article.slug, id]))
  return ({ article, files }, text) => {
    const linkOf = ({ href = '', ...others }: Record<string, string>): Rewritten => {
      const [, scheme, name = ''] = /^(article|file):(.*)$/s.exec(href) ?? []
      if (scheme === undefined) return undefined
      if (scheme === 'file') {
        const file = fileOf(files, folder.dir, 'file', name)
        return file === undefined ? others : { 'data-file': file.id, ...others }
      }
      const id = ids.get(nameOf(name).split('/').at(-1) ?? '')
      if (id !== undefined) return { 'data-material': id, ...others }
      warnings.push(`${article.slug}: ссылка на статью ${name}, которой нет в папке`)
      return others
    }
    const pictureOf = ({ src = '', ...others }: Record<string, string>): Rewritten => {
      if (!src.startsWith('image:')) return undefined
      const file = fileOf(files, folder.dir, 'picture', src.slice('image:'.length))
      if (file === undefined) return null
      // Markdown says nothing of a picture's size, and a page without it jumps while it loads.
      const size: Record<string, string> =
        'width' in others ? {} : { width: String(file.width), height: String(file.height) }
      return { 'data-file': file.id, ...size, ...others }
    }
    const html = rewriteTags(text.html, { a: linkOf, img: pictureOf })
    return {
      title: text.title,
      content: cleanHtml(html),
      cover_id: (text.cover === undefined ? undefined : files.find('cover', text.cover.path))?.id ?? null,
      file_ids: text.files.flatMap(({ path, name }) => files.find('file', path, name)?.id ?? []),
    }
  }
}
