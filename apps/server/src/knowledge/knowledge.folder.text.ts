import { Marked } from 'marked'

const markdown = new Marked({ gfm: true })

const CALLOUTS: Record<string, string> = {
  NOTE: 'info',
  TIP: 'success',
  IMPORTANT: 'warning',
  WARNING: 'warning',
  CAUTION: 'danger',
}

/**
 * An article's file as HTML whose addresses are those of a knowledge folder: what another program wrote as relative
 * paths (`../images/x.png`, `02-close.md`) becomes `image:x.png` and `article:close`. Not yet sanitised.
 */
export const htmlOfFile = (file: string, text: string): string => {
  const html = file.endsWith('.md') ? htmlOfMarkdown(text) : text
  return html
    .replace(/\bsrc="(?:\.{1,2}\/)*images\/([^"/]+)"/g, 'src="image:$1"')
    .replace(/\bhref="(?:\.{1,2}\/)*files\/([^"/]+)"/g, 'href="file:$1"')
    .replace(
      /\bhref="(?![a-z][a-z0-9+.-]*:|\/)(?:[^"#?]*\/)?([^"/#?]+)\.(?:md|html)(?:#[^"]*)?"/gi,
      (_whole, name: string) => `href="article:${slugOfName(name)}"`,
    )
}

const htmlOfMarkdown = (text: string): string => {
  const html = markdown.parse(text.replace(/^---\n[\s\S]*?\n---\n/, ''), { async: false })
  return html.replace(
    /<blockquote>\s*<p>\[!([A-Z]+)\]\s*(?:<br\s*\/?>)?\s*([\s\S]*?)<\/blockquote>/g,
    (whole, kind: string, inner: string) =>
      CALLOUTS[kind] === undefined
        ? whole
        : `<aside class="callout callout-${CALLOUTS[kind]}"><p>${inner}</aside>`,
  )
}

/** The title that a text gives itself by its first heading, and the text without it; null when it has none. */
export const takeTitle = (html: string): { title: string; html: string } | null => {
  const [heading, inner = ''] = /^\s*<h1[^>]*>([\s\S]*?)<\/h1>\s*/.exec(html) ?? []
  if (heading === undefined) return null
  const title = inner.replace(/<[^>]*>/g, '').trim()
  return title === '' ? null : { title, html: html.slice(heading.length) }
}

/** `07-close-shift` and `close-shift` are the same article; the number only orders. */
export const slugOfName = (name: string): string => name.replace(/^\d+[-_. ]+(?=.)/, '')
