import { quoted } from '@podmoga/contract/fields/quoted'
import { type Rewritten, rewriteTags } from '../html-text.ts'
import { cleanHtml } from '../knowledge.html.ts'
import type { MaterialText } from '../knowledge.rows.ts'
import { type FolderArticle, type FolderText, type KnowledgeFolder, pathIn } from './folder.ts'
import { type ArticleFiles, nameOf } from './import.files.ts'
import type { KnownMaterial } from './import.sql.ts'

/** An article to import. */
export interface Incoming {
  article: FolderArticle
  /** `<section>/<subcategory>`. */
  place: string
  id: string
  known: KnownMaterial | undefined
  files: ArticleFiles
}

/** Finds a file by a name that may be invalid. Such a name has already been reported in `left_out`. */
const fileOf = (files: ArticleFiles, dir: string, kind: 'picture' | 'file', name: string) => {
  try {
    return files.find(kind, pathIn(dir, kind, nameOf(name)))
  } catch {
    return undefined
  }
}

export type ToText = (it: Incoming, text: FolderText) => MaterialText

/** Makes a function that converts texts: addresses of the folder become ids, then the text is sanitised. */
export const textMaker = (
  folder: KnowledgeFolder,
  incoming: readonly Incoming[],
  warnings: string[],
): ToText => {
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
      warnings.push(`${article.slug}: ссылка на статью ${quoted(name)}, которой нет в папке`)
      return others
    }
    const pictureOf = ({ src = '', ...others }: Record<string, string>): Rewritten => {
      if (!src.startsWith('image:')) return undefined
      const file = fileOf(files, folder.dir, 'picture', src.slice('image:'.length))
      if (file === undefined) return null
      // Markdown gives no picture sizes; without them the layout shifts while pictures load.
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
