import { ADDRESS, ADDRESSES, FACTS, TAGS } from './article-profile.tsx'

/** An element with the HTML Sanitizer API, which TypeScript's library does not declare yet. */
interface Cleaning extends HTMLElement {
  setHTML: (html: string, options: { sanitizer: SanitizerConfig }) => void
}

/** Tags that an article may not have but whose text is kept. The content of any other disallowed tag is removed with it. */
const UNWRAPPED =
  'abbr acronym address article bdi bdo big button center cite data del details dfn dialog dir fieldset font footer form header hgroup ins label legend main marquee menu nav nobr output q rb rt rtc ruby samp search section strike summary time tt var wbr'

/**
 * An allow-list, not a block-list: Chromium 156 may crash the page when asked to remove event handlers from an allowed tag
 * (`marquee`).
 */
const SANITIZER: SanitizerConfig = {
  elements: [...TAGS],
  attributes: [...ADDRESSES, ...FACTS],
  replaceWithChildrenElements: UNWRAPPED.split(' '),
  comments: false,
  dataAttributes: false,
}
const BLANKS = /[\s\p{Cc}]/gu

/** Whether the browser has a built-in sanitizer. */
export const canClean = (): boolean => 'setHTML' in Element.prototype

/** {@link cleanHtml} with the browser's own sanitizer, which allows more URL schemes than an article may use. */
export const cleanByBrowser = (html: string): DocumentFragment => {
  // A separate document fetches nothing.
  const host = document.implementation.createHTMLDocument('').createElement('div') as HTMLElement as Cleaning
  host.setHTML(html, { sanitizer: SANITIZER })
  for (const name of ADDRESSES)
    for (const element of host.querySelectorAll(`[${name}]`))
      if (!ADDRESS.test((element.getAttribute(name) ?? '').replace(BLANKS, ''))) element.removeAttribute(name)
  const all = new Range()
  all.selectNodeContents(host)
  return document.adoptNode(all.extractContents())
}
