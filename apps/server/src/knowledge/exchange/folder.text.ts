import { untitledVideo, videoIn } from '@podmoga/contract/fields/video'
import { escapeHtml } from '../../http/escape-html.ts'
import { takeFirst } from '../html-text.ts'
import { htmlOfMarkdown, takeFrontMatter } from './folder.markdown.ts'

/** A text as read from its file: HTML with the file's own addresses, not yet sanitised. */
export interface PageText {
  html: string
  /** The title given in the text, if any. */
  title: string | undefined
  published: boolean
  /** Its explicit position among siblings, if any. */
  position: number | undefined
  /** What could not be imported, in Russian. */
  left_out: string[]
}

/** Reads an article's file: HTML, or Markdown of GitHub, MkDocs, Docusaurus or VitePress. */
export const readPage = (file: string, source: string): PageText => {
  // PostgreSQL rejects NUL; a file may start with a byte order mark.
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

/** Replaces embedded video players by a figure with a link to the video's page, which is the stored form. */
const takeVideos = (html: string, left_out: string[]): string =>
  html.replace(FRAME, (code) => {
    const video = videoIn(code)
    if (video !== null)
      return `<figure><a href="${escapeHtml(video.page)}">${untitledVideo(video)}</a></figure>`
    left_out.push(`вставка с другого сайта ${code.slice(0, 100)}`)
    return ''
  })

/** Takes the title from a leading `<h1>`, and removes it; null if there is none. */
const takeTitle = (html: string): { title: string; html: string } | null => {
  const taken = takeFirst(html, 'h1')
  return taken === null || taken.words === '' ? null : { title: taken.words, html: taken.rest }
}
