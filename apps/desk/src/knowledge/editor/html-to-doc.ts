import { videoIn } from '@podmoga/contract/fields/video'
import { rewriteHtml, tagOf } from '@podmoga/ui/lib/rewrite-html'
import type { JSONContent } from '@tiptap/core'
import { DOMParser, type Fragment, type Schema, Slice } from '@tiptap/pm/model'
import DOMPurify from 'dompurify'
import { tidyPaste } from './tidy-paste.ts'
import { videoLink } from './video-link.ts'

const TAGS =
  'h1 h2 h3 h4 h5 h6 p div span ul ol li dl dt dd strong em b i u s del strike sub sup mark code kbd pre blockquote hr br a img figure figcaption aside table caption thead tbody tfoot tr th td'
const ATTRIBUTES = 'href src alt width height colspan rowspan scope start class data-file data-material'
const ADDRESS = /^(?:https?:|mailto:|tel:|material:|\/(?![/\\]))/i

/** Parses HTML through DOMPurify and its Trusted Types policy: the page's CSP blocks other ways to parse markup. */
const read = (html: string, attributes = ATTRIBUTES): DocumentFragment =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: attributes.split(' '),
    ALLOWED_URI_REGEXP: ADDRESS,
    // Other attributes are not URLs, but would be checked against the pattern too.
    ADD_URI_SAFE_ATTR: attributes.split(' ').filter((name) => name !== 'href' && name !== 'src'),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })

const asHeading = (heading: Element, name: string): void => {
  const fresh = document.createElement(name)
  fresh.append(...heading.childNodes)
  heading.replaceWith(fresh)
}

/** Converts markup that the schema does not support, so that no text is lost. Changes the fragment in place. */
const fit = (fragment: DocumentFragment): DocumentFragment => {
  for (const heading of fragment.querySelectorAll('h1')) asHeading(heading, 'h2')
  for (const heading of fragment.querySelectorAll('h5, h6')) asHeading(heading, 'h4')
  for (const caption of fragment.querySelectorAll('caption')) {
    const paragraph = document.createElement('p')
    paragraph.append(...caption.childNodes)
    caption.closest('table')?.before(paragraph)
    caption.remove()
  }
  for (const figure of fragment.querySelectorAll('figure'))
    if (figure.querySelector('img[data-file]') === null && videoLink(figure) === null)
      figure.replaceWith(...figure.childNodes)
  return fragment
}

/** Parses article HTML into the editor's document. */
export const docOf = (schema: Schema, html: string): JSONContent =>
  DOMParser.fromSchema(schema)
    .parse(fit(read(html)))
    .toJSON()

const hasBlocks = (content: Fragment): boolean => {
  let isBlock = false
  content.forEach((node) => {
    if (node.isBlock) isBlock = true
  })
  return isBlock
}

/**
 * Renames or removes images of other sites, styles and event handlers before parsing: even detached markup would fetch the
 * images and cause CSP violations. This is not sanitizing.
 */
const quiet = (html: string): string =>
  rewriteHtml(html, (name, attributes) => {
    if (name === 'style' || name === 'script') return null
    const video = name === 'iframe' ? videoIn(attributes.src ?? '') : null
    if (video !== null)
      return { opening: `<figure>${tagOf('a', { href: video.page })}`, closing: '</a></figure>' }
    const isForeign = name === 'img' && attributes['data-file'] === undefined
    const kept = Object.entries(attributes).flatMap(([key, value]) => {
      if (key.startsWith('on')) return []
      const isHeld = key === 'style' || (isForeign && key === 'src')
      return [[isHeld ? `data-${key}` : key, value]]
    })
    return { opening: tagOf(name, Object.fromEntries(kept)) }
  })

/** Parses clipboard HTML, cleaned of Word and Google Docs markup; `lost`: whether pictures were dropped. */
export const sliceOf = (schema: Schema, html: string): { slice: Slice; lost: boolean } => {
  const fragment = read(quiet(html), `${ATTRIBUTES} data-style`)
  tidyPaste(fragment)
  const lost = fragment.querySelector('img:not([data-file])') !== null
  // Wrap in a block, otherwise whitespace between paragraphs would be parsed as text.
  const host = document.createElement('div')
  host.append(fit(fragment))
  const slice = DOMParser.fromSchema(schema).parseSlice(host)
  return { slice: hasBlocks(slice.content) ? Slice.maxOpen(slice.content) : slice, lost }
}

/** The HTML without the trailing empty paragraphs that the editor adds. */
export const trimmed = (html: string): string => html.replace(/(?:<p><\/p>)+$/, '')
