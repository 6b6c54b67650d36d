import { useLayoutEffect } from 'react'

const FOCUSABLE = ['button', 'a[href]', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]']
  .map((one) => `${one}:not([disabled])`)
  .join()
/** Behind an open dialog. */
const SHUT = '[inert], [aria-hidden="true"]'
const SPOTS = 50

/** Where the focus was: the way up from there, and which child each step came from. */
interface Spot {
  element: HTMLElement
  path: string
  way: { within: Element; at: number }[]
}
/** The newest last: what opened a dialog stands before what was pressed in it. */
let spots: Spot[] = []
/** Pages that are shown now whose focus is kept. */
let shown = 0
let isDue = false

const isOff = (element: Element): boolean => !element.isConnected || element.hasAttribute('disabled')

const wayUp = (element: Element): Spot['way'] => {
  const way: Spot['way'] = []
  for (let one = element; one.parentElement !== null && one.parentElement !== document.body; ) {
    const within = one.parentElement
    way.push({ within, at: [...within.children].indexOf(one) })
    one = within
  }
  return way
}

const remember = ({ target }: FocusEvent): void => {
  if (!(target instanceof HTMLElement)) return
  spots = [...spots.slice(1 - SPOTS), { element: target, path: location.pathname, way: wayUp(target) }]
}

const takes = (element: HTMLElement): boolean => {
  if (element.closest(SHUT) !== null) return false
  element.focus()
  return document.activeElement === element
}

/** Gives the focus to a part of a form as a whole, by its name: a second press of the same key then does nothing to it. */
export const focusPart = (part: HTMLElement): boolean => {
  part.tabIndex = -1
  return takes(part)
}

const takesIn = (place: Element): boolean => {
  if (place instanceof HTMLElement && place.matches('fieldset')) return focusPart(place)
  if (place instanceof HTMLElement && place.matches(FOCUSABLE) && takes(place)) return true
  return [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].some(takes)
}

/** What has come in the place of what is gone, else what stands before it; of another page, its heading. */
const goesOn = ({ element, path, way }: Spot): boolean => {
  if (path !== location.pathname) {
    const heading = document.querySelector<HTMLElement>('main h1[tabindex]')
    return heading !== null && takes(heading)
  }
  if (!isOff(element)) return takes(element)
  return way.some(({ within, at }) => {
    if (!within.isConnected) return false
    const children = [...within.children]
    return [...children.slice(at), ...children.slice(0, at).reverse()].some(takesIn)
  })
}

const check = (): void => {
  isDue = false
  const now = document.activeElement
  const last = spots.at(-1)
  if (shown === 0 || last === undefined || (now !== null && now !== document.body && !isOff(now))) return
  // Whoever has pressed on nothing wants the focus nowhere.
  if (!isOff(last.element) && last.path === location.pathname) return
  ;[...spots].reverse().some(goesOn)
}

const look = (): void => {
  if (isDue) return
  isDue = true
  // What closes gives the focus back by itself, a frame later.
  requestAnimationFrame(() => requestAnimationFrame(check))
}

let isWatched = false
const watch = (): void => {
  if (isWatched) return
  isWatched = true
  document.addEventListener('focusin', remember)
  const observer = new MutationObserver(look)
  observer.observe(document.body, {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ['disabled'],
  })
}

/**
 * On a page that uses it the focus goes on to what is next when what has it is gone: a row, a chip, the button of a bar, the
 * link that led here. Else whoever works by keyboard is back at the beginning of the page.
 */
export const useKeptFocus = (): void =>
  useLayoutEffect(() => {
    watch()
    shown += 1
    return () => {
      shown -= 1
    }
  }, [])
