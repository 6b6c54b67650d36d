import { CALLOUT_ICON, CALLOUT_ICONS } from './callout-icons.tsx'

const CALLOUT = /^callout(?:-(info|warning|danger|success))?$/
const SVG = 'http://www.w3.org/2000/svg'

const iconOf = (kind: string): SVGElement => {
  const svg = document.createElementNS(SVG, 'svg')
  for (const [name, value] of Object.entries(CALLOUT_ICON)) svg.setAttribute(name, value)
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', CALLOUT_ICONS[kind] ?? '')
  svg.append(path)
  return svg
}

const dressCallout = (aside: Element): void => {
  const kinds = [...aside.classList].map((name) => CALLOUT.exec(name)?.[1]).filter(Boolean)
  const kind = kinds[0] ?? 'info'
  aside.setAttribute('role', 'note')
  aside.setAttribute('data-callout', kind)
  const inner = document.createElement('div')
  inner.append(...aside.childNodes)
  aside.append(iconOf(kind), inner)
}

const dressLink = (link: HTMLAnchorElement): void => {
  const isOutside = /^https?:$/.test(link.protocol) && link.origin !== location.origin
  if (isOutside || link.target === '_blank') {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  } else link.removeAttribute('target')
}

const dressPicture = (picture: HTMLImageElement): void => {
  if (!/^(?:https?:|\/)/i.test(picture.getAttribute('src') ?? '')) {
    picture.remove()
    return
  }
  // Set before the fragment is inserted, or the browser would fetch all images at once.
  picture.loading = 'lazy'
  picture.decoding = 'async'
  if (!picture.hasAttribute('alt')) picture.alt = ''
}

/** Wraps an element that may be wider than the page into a box with its own scroll. */
const box = (wide: Element, label: string): void => {
  const scroller = document.createElement('div')
  scroller.setAttribute('data-scroll', label)
  wide.replaceWith(scroller)
  scroller.append(wide)
}

const asSecond = (heading: Element): void => {
  const second = document.createElement('h2')
  second.append(...heading.childNodes)
  heading.replaceWith(second)
}

/** Prepares a clean fragment for reading: callouts, links, images, wide tables and code. Changes it in place. */
export const dressUp = (fragment: DocumentFragment): DocumentFragment => {
  // The page's title is the only h1.
  for (const heading of fragment.querySelectorAll('h1')) asSecond(heading)
  for (const aside of fragment.querySelectorAll('aside')) dressCallout(aside)
  for (const marked of fragment.querySelectorAll('[class]')) marked.removeAttribute('class')
  for (const link of fragment.querySelectorAll('a')) dressLink(link)
  for (const picture of fragment.querySelectorAll('img')) dressPicture(picture)
  for (const table of fragment.querySelectorAll('table'))
    box(table, table.caption?.textContent?.trim() || 'Таблица')
  for (const code of fragment.querySelectorAll('pre')) box(code, 'Код')
  return fragment
}
