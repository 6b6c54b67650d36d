import { createHash } from 'node:crypto'
import type { DraftProblem } from '@podmoga/contract/desk/materials'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import { quoted } from '@podmoga/contract/fields/quoted'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { DeskMember } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import { filesIn, isEmptyHtml, materialLinks, picturesWithoutAlt, withFiles } from '../knowledge.html.ts'
import type { MaterialText } from '../knowledge.rows.ts'
import { adoptFiles, type EditedRow, findEditedRow, listLinkedRows } from './editor.sql.ts'
import { findOwner, type TreeLevel } from './tree.sql.ts'

/** Returns the named business, or the editor's first one. Throws `not_found` if it is not theirs. */
export const businessOf = (who: DeskMember, named: string | undefined): string => {
  const [first] = who.business_ids
  const id = named ?? first
  if (id === undefined || !who.business_ids.includes(id)) throw refuse('not_found')
  return id
}

/** Returns the business of an item of the tree. Throws `not_found` if it is not one of the editor's. */
export const ownerOf = async (
  db: Db,
  who: Pick<DeskMember, 'business_ids'>,
  thing: { level: TreeLevel; id: string },
): Promise<string> => {
  const owner = await findOwner(db, {
    level: thing.level,
    id: rowId(thing.id),
    business_ids: who.business_ids,
  })
  if (owner === undefined) throw refuse('not_found')
  return owner
}

/** Returns a material that this editor may change. Throws `not_found`. */
export const editedMaterial = async (
  db: Db,
  where: { business_ids: readonly string[]; material_id: string; lock?: boolean },
): Promise<EditedRow> => {
  const row = await findEditedRow(db, { ...where, material_id: rowId(where.material_id) })
  if (row === undefined) throw refuse('not_found')
  return row
}

/**
 * Optimistic locking: throws `stale_draft` if the editor's revision is not the current one. The error names the other editor
 * and the time, in its message and in `fields`.
 */
export const refuseStale = (row: EditedRow, revision: number): void => {
  if (row.revision === revision) return
  const author = row.edited_by ?? 'Импорт'
  const time = new Intl.DateTimeFormat('ru', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: row.timezone,
  }).format(row.edited_at)
  throw refuse('stale_draft', {
    message: `Материал уже изменён (${author}, ${time}). Откройте новую версию, чтобы ничего не потерять.`,
    fields: { author, edited_at: row.edited_at.toISOString(), revision: String(row.revision) },
  })
}

const LIST_STALE = {
  faq: 'Частые вопросы уже изменил другой редактор. Посмотрите их новый порядок и повторите.',
  also_asked: '«Также спрашивают» уже изменил другой редактор. Откройте материал заново и повторите.',
  synonyms: 'Синонимы уже изменил другой редактор. Посмотрите, что поменялось, и сохраните ещё раз.',
} as const

/** As {@link refuseStale}, for a list that is replaced as a whole: `seen` must equal the current one. */
export const refuseStaleList = (
  list: keyof typeof LIST_STALE,
  now: string | readonly string[],
  seen: string | readonly string[],
): void => {
  if (JSON.stringify(now) !== JSON.stringify(seen)) throw refuse('stale_draft', { message: LIST_STALE[list] })
}

/** Returns the revision of a synonym list: a hash of its content, so that editors and imports agree on it. */
export const synonymsRevision = (groups: readonly (readonly string[])[]): string =>
  createHash('sha256').update(JSON.stringify(groups)).digest('base64url')

const LOST = 'Картинка или файл из другого места не сохранились. Загрузите их сюда.'

/**
 * Makes a text refer only to files of its own material: files of other materials of the business are copied, others are removed
 * (`lost`). Throws `invalid` for a cover or a file that was not uploaded to the material.
 */
export const ownFiles = async (
  tx: TransactionSql,
  row: EditedRow,
  text: MaterialText,
): Promise<{ text: MaterialText; lost: boolean }> => {
  const kinds = new Map(row.files.map((file) => [file.id, file.kind]))
  if (text.cover_id !== null && !['cover', 'picture'].includes(kinds.get(text.cover_id) ?? ''))
    throw refuse('invalid', { fields: { cover: FIELD.bad_value } })
  const files = new Set(text.file_ids)
  if (files.size !== text.file_ids.length || [...files].some((id) => kinds.get(id) !== 'file'))
    throw refuse('invalid', { fields: { files: FIELD.bad_value } })
  const named = filesIn(text.content)
  const foreign = named.filter(({ id }) => !kinds.has(id)).map(({ id }) => id)
  const adopted = await adoptFiles(tx, { business_id: row.business_id, material_id: row.id, ids: foreign })
  const idOf = (id: string, as: 'picture' | 'file'): string | undefined => {
    // A document cannot be a picture, even if pasted HTML uses it as one.
    if (as === 'picture' && kinds.get(id) === 'file') return undefined
    return kinds.has(id) ? id : adopted.get(id)
  }
  const lost = named.some(({ id, as }) => idOf(id, as) === undefined)
  if (!lost && foreign.length === 0) return { text, lost }
  return { text: { ...text, content: withFiles(text.content, idOf) }, lost }
}

const quote = (text: string): string => (text === '' ? 'Ссылка' : `Ссылка ${quoted(text)}`)

/** Returns problems of a material's text, in Russian. */
export const problemsOf = async (
  db: Db,
  {
    id: from,
    business_id,
    content,
    lost = false,
  }: { id: string; business_id: string; content: string; lost?: boolean },
): Promise<DraftProblem[]> => {
  const problems: DraftProblem[] = []
  const silent = picturesWithoutAlt(content)
  if (silent > 0) problems.push({ kind: 'alt', text: `Опишите, что на картинках: описания нет у ${silent}.` })
  const links = materialLinks(content)
  const ids = [...new Set(links.map(({ id }) => id))]
  const there = new Map(
    ids.length === 0
      ? []
      : (await listLinkedRows(db, { business_id, material_ids: ids, from })).map((row) => [row.id, row]),
  )
  for (const { id, text } of links) {
    const target = there.get(id)
    if (target === undefined)
      problems.push({ kind: 'link', text: `${quote(text)} ведёт на материал, которого нет.` })
    else if (!target.published)
      problems.push({
        kind: 'link',
        text: `${quote(text)} ведёт на неопубликованный материал ${quoted(target.title)}.`,
      })
    else if (target.narrower)
      problems.push({
        kind: 'link',
        text: `${quote(text)} ведёт на материал ${quoted(target.title)}: его видят не все, кому виден этот.`,
      })
  }
  if (lost) problems.push({ kind: 'file', text: LOST })
  return problems
}

/** Throws `invalid` if a text may not be published: it is empty, or a picture has no alt text. */
export const refuseUnready = (content: string, problems: readonly DraftProblem[]): void => {
  if (isEmptyHtml(content)) throw refuse('invalid', { fields: { content: FIELD.required } })
  const silent = problems.find(({ kind }) => kind === 'alt')
  if (silent !== undefined)
    throw refuse('invalid', { message: silent.text, fields: { content: silent.text } })
}
