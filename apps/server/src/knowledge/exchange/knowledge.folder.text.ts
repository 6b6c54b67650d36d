import { untitledVideo, videoIn } from '@podmoga/contract/fields/video'
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
  const { html: written, left_out } = isMarkdown ? htmlOfMarkdown(text) : { html: text, left_out: [] }
  const html = takeVideos(written, left_out)
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

const FRAME = /<iframe\b[^>]*>(?:\s*<\/iframe\s*>)?/gi

/** Other bases frame a video's player: an article of ours has the link of its page in a figure. */
const takeVideos = (html: string, left_out: string[]): string =>
  html.replace(FRAME, (code) => {
    const video = videoIn(code)
    if (video !== null)
      return `<figure><a href="${escapeHtml(video.page)}">${untitledVideo(video)}</a></figure>`
    left_out.push(`вставка с другого сайта ${code.slice(0, 100)}`)
    return ''
  })

/** The title that a text gives itself by its first heading, and the text without it; null when it has none. */
const takeTitle = (html: string): { title: string; html: string } | null => {
  const taken = takeFirst(html, 'h1')
  return taken === null || taken.words === '' ? null : { title: taken.words, html: taken.rest }
}
