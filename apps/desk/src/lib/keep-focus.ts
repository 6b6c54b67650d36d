import { useLayoutEffect } from 'react'

const FOCUSABLE = ['button', 'a[href]', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]']
  .map((one) => `${one}:not([disabled])`)
  .join()
/** Matches content behind an open dialog. */
const SHUT = '[inert], [aria-hidden="true"]'
const SPOTS = 50

/** A focused element with its chain of ancestors and, in each of them, the index of the child on that chain. */
interface Spot {
  element: HTMLElement
  path: string
  way: { within: Element; at: number }[]
}
/** The newest last: the button that opened a dialog precedes the button pressed in it. */
let spots: Spot[] = []
/** Number of mounted pages that use {@link useKeptFocus}. */
let shown = 0
let isDue = false

const isOff = (element: Element): boolean => !element.isConnected || element.hasAttribute('disabled')

const ancestorsOf = (element: Element): Spot['way'] => {
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
  spots = [...spots.slice(1 - SPOTS), { element: target, path: location.pathname, way: ancestorsOf(target) }]
}

const tryFocus = (element: HTMLElement): boolean => {
  if (element.closest(SHUT) !== null) return false
  element.focus()
  return document.activeElement === element
}

/** Focuses a form part (fieldset) itself rather than a control in it, so that a repeated key press does nothing to it. */
export const focusPart = (part: HTMLElement): boolean => {
  part.tabIndex = -1
  return tryFocus(part)
}

const tryFocusWithin = (root: Element): boolean => {
  if (root instanceof HTMLElement && root.matches('fieldset')) return focusPart(root)
  if (root instanceof HTMLElement && root.matches(FOCUSABLE) && tryFocus(root)) return true
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].some(tryFocus)
}

/** Focuses the element that took the lost one's position, else the one before it; on another page, its heading. */
const restoreFocus = ({ element, path, way }: Spot): boolean => {
  if (path !== location.pathname) {
    const heading = document.querySelector<HTMLElement>('main h1[tabindex]')
    return heading !== null && tryFocus(heading)
  }
  if (!isOff(element)) return tryFocus(element)
  return way.some(({ within, at }) => {
    if (!within.isConnected) return false
    const children = [...within.children]
    return [...children.slice(at), ...children.slice(0, at).reverse()].some(tryFocusWithin)
  })
}

const check = (): void => {
  isDue = false
  const now = document.activeElement
  const last = spots.at(-1)
  if (shown === 0 || last === undefined || (now !== null && now !== document.body && !isOff(now))) return
  // The element is still there: the user clicked on an empty area and dropped the focus.
  if (!isOff(last.element) && last.path === location.pathname) return
  ;[...spots].reverse().some(restoreFocus)
}

const scheduleCheck = (): void => {
  if (isDue) return
  isDue = true
  // A closing dialog restores the focus by itself, one frame later.
  requestAnimationFrame(() => requestAnimationFrame(check))
}

let isWatched = false
const watch = (): void => {
  if (isWatched) return
  isWatched = true
  document.addEventListener('focusin', remember)
  const observer = new MutationObserver(scheduleCheck)
  observer.observe(document.body, {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ['disabled'],
  })
}

/**
 * When the focused element (a row, a chip, a button, the link that led here) is removed, moves the focus to the next one.
 * Without this, keyboard users would start again from the top of the page.
 */
export const useKeptFocus = (): void =>
  useLayoutEffect(() => {
    watch()
    shown += 1
    return () => {
      shown -= 1
    }
  }, [])
