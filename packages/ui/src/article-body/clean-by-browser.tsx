import { ADDRESS, ADDRESSES, FACTS, TAGS } from './article-profile.tsx'

/** An element as browsers with the HTML Sanitizer API have it; TypeScript's library does not name it yet. */
interface Cleaning extends HTMLElement {
  setHTML: (html: string, options: { sanitizer: SanitizerConfig }) => void
}

/** Tags that an article does not have, but whose words it does. What stands in any other goes with it. */
const UNWRAPPED =
  'abbr acronym address article bdi bdo big button center cite data del details dfn dialog dir fieldset font footer form header hgroup ins label legend main marquee menu nav nobr output q rb rt rtc ruby samp search section strike summary time tt var wbr'

/**
 * A list of what may stay, not of what must go: asked to take handlers off a tag that it lets stay, Chromium 156 may end
 * the page (`marquee`).
 */
const SANITIZER: SanitizerConfig = {
  elements: [...TAGS],
  attributes: [...ADDRESSES, ...FACTS],
  replaceWithChildrenElements: UNWRAPPED.split(' '),
  comments: false,
  dataAttributes: false,
}
const BLANKS = /[\s\p{Cc}]/gu

/** Whether the browser has a sanitizer of its own. */
export const canClean = (): boolean => 'setHTML' in Element.prototype

/** What {@link cleanHtml} gives, by the browser's own sanitizer, which lets addresses of more kinds stay than an article has. */
export const cleanByBrowser = (html: string): DocumentFragment => {
  // In a document of its own nothing is fetched.
  const host = document.implementation.createHTMLDocument('').createElement('div') as HTMLElement as Cleaning
  host.setHTML(html, { sanitizer: SANITIZER })
  for (const name of ADDRESSES)
    for (const element of host.querySelectorAll(`[${name}]`))
      if (!ADDRESS.test((element.getAttribute(name) ?? '').replace(BLANKS, ''))) element.removeAttribute(name)
  const all = new Range()
  all.selectNodeContents(host)
  return document.adoptNode(all.extractContents())
}
