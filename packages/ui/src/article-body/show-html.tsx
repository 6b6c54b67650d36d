import { cleanHtml } from './clean-html.tsx'
import { dressUp } from './dress-up.tsx'

const withoutAddresses = (html: string): string => html.replace(/ (?:src|href)="[^"]*"/g, '')

const ADDRESSED = 'a[href], img[src]'

/** Replaces the URLs of links and images already on the page by newly signed ones; nothing else changes. */
const patchAddresses = (host: Element, fragment: DocumentFragment): void => {
  const fresh = fragment.querySelectorAll(ADDRESSED)
  for (const [index, shown] of host.querySelectorAll(ADDRESSED).entries()) {
    const next = fresh[index]
    if (shown instanceof HTMLImageElement && next instanceof HTMLImageElement) {
      const isDrawn = shown.complete && shown.naturalWidth > 0
      if (!isDrawn && shown.src !== next.src) shown.src = next.src
    } else if (shown instanceof HTMLAnchorElement && next instanceof HTMLAnchorElement) shown.href = next.href
  }
}

/** An article's text, ready to be inserted once. */
interface ArticleText {
  /** The source HTML. */
  html: string
  fragment: DocumentFragment
}

/** Sanitizes article HTML and prepares it for reading. */
export const articleText = (html: string): ArticleText => ({ html, fragment: dressUp(cleanHtml(html)) })

/** Shows a text in an element. `before` is the HTML it shows now: if only URLs differ, they are replaced in place. */
export const showText = (host: Element, { html, fragment }: ArticleText, before: string | null): void => {
  if (before !== null && withoutAddresses(before) === withoutAddresses(html)) patchAddresses(host, fragment)
  else host.replaceChildren(fragment)
}

/** Makes boxes focusable while they scroll, and only then. */
const openScrollers = (host: Element): void => {
  for (const scroller of host.querySelectorAll<HTMLElement>('[data-scroll]')) {
    const isWide = scroller.scrollWidth > scroller.clientWidth
    if (isWide === scroller.hasAttribute('tabindex')) continue
    const facts = { tabindex: '0', role: 'region', 'aria-label': scroller.dataset.scroll ?? '' }
    for (const [name, value] of Object.entries(facts)) {
      if (isWide) scroller.setAttribute(name, value)
      else scroller.removeAttribute(name)
    }
  }
}

/** Watches the width of the text. Returns a function that stops watching. */
export const watchScrollers = (host: Element): (() => void) => {
  const observer = new ResizeObserver(() => openScrollers(host))
  observer.observe(host)
  return () => observer.disconnect()
}
