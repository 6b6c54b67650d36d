import { escapeHtml } from '../../http/escape-html.ts'
import { takeFirst } from '../html-text.ts'
import { htmlOfMarkdown, takeFrontMatter } from './knowledge.folder.markdown.ts'

/** A text as its file gives it: HTML with the file's own addresses, not yet sanitised. */
export interface PageText {
  html: string
  /** What the text calls itself; undefined when it does not say. */
  title: string | undefined
  published: boolean
  /** Its place among its neighbours, where it names one. */
  position: number | undefined
  /** Russian words for what could not be taken over. */
  left_out: string[]
}

/** Reads an article's file: HTML as it is, Markdown of GitHub, MkDocs, Docusaurus or VitePress. */
export const readPage = (file: string, source: string): PageText => {
  // PostgreSQL takes no NUL; a file may start with a mark of its byte order.
  const plain = source
    .replaceAll('\0', '')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
  const isMarkdown = /\.mdx?$/i.test(file)
  const { about, text } = takeFrontMatter(plain)
  const { html, left_out } = isMarkdown ? htmlOfMarkdown(text) : { html: text, left_out: [] }
  const taken = takeTitle(html)
  const body = taken?.html ?? html
  const { description } = about
  const intro =
    description === undefined || body.includes(description) ? '' : `<p>${escapeHtml(description)}</p>\n`
  return {
    html: `${intro}${body}`,
    title: about.title ?? taken?.title,
    published: about.draft !== true,
    position: about.sidebar_position,
    left_out,
  }
}

/** The title that a text gives itself by its first heading, and the text without it; null when it has none. */
const takeTitle = (html: string): { title: string; html: string } | null => {
  const taken = takeFirst(html, 'h1')
  return taken === null || taken.words === '' ? null : { title: taken.words, html: taken.rest }
}
