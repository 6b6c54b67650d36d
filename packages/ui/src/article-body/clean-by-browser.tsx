import { ADDRESS, ADDRESSES, FACTS, TAGS } from './article-profile.tsx'

/** An element as browsers with the HTML Sanitizer API have it; TypeScript's library does not name it yet. */
interface Cleaning extends HTMLElement {
  setHTML: (html: string, options: { sanitizer: SanitizerConfig }) => void
}

/** What is written in these is no text of an article. */
const DROPPED =
  'audio canvas head iframe math noembed noframes noscript plaintext script select style svg template textarea title video xmp'.split(
    ' ',
  )
const BLANKS = /[\s\p{Cc}]/gu

const allowed = new Set(TAGS)
const facts = new Set(FACTS)
const addresses = new Set(ADDRESSES)
const dropped = new Set(DROPPED)

const isKept = ({ name, value }: Attr): boolean =>
  facts.has(name) || (addresses.has(name) && ADDRESS.test(value.replace(BLANKS, '')))

const unwrap = (element: Element): void => {
  while (element.firstChild !== null) element.before(element.firstChild)
  element.remove()
}

/** Whether the browser has a sanitizer of its own. */
export const canClean = (): boolean => 'setHTML' in Element.prototype

/**
 * What {@link cleanHtml} gives, by the browser's own sanitizer: it takes out whatever could run; what is left and is
 * nothing of an article goes here.
 */
export const cleanByBrowser = (html: string): DocumentFragment => {
  // In a document of its own nothing is fetched.
  const host = document.implementation.createHTMLDocument('').createElement('div') as HTMLElement as Cleaning
  // A form's own properties are those of its fields, whatever they are called: none may be read.
  host.setHTML(html, { sanitizer: { removeElements: DROPPED, replaceWithChildrenElements: ['form'] } })
  for (const element of host.querySelectorAll('*')) {
    if (dropped.has(element.localName)) element.remove()
    else if (!allowed.has(element.localName)) unwrap(element)
    else
      for (const attribute of [...element.attributes])
        if (!isKept(attribute)) element.removeAttributeNode(attribute)
  }
  const all = new Range()
  all.selectNodeContents(host)
  return document.adoptNode(all.extractContents())
}
