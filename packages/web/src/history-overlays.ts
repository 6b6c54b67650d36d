import type { AppHistory as History } from './router.tsx'

/** An open overlay. `onBack` is called when Back is pressed; it returns false if the overlay stays open (to ask first). */
interface Open {
  onBack: () => boolean
}

// Module state: there is one history and one page.
const open: Open[] = []
let goTo: History['replace'] | null = null
/** A `history.go` to an entry without the closed overlays is in progress. */
let isLeaving = false
/** The document is being unloaded: a step through the history now would cancel that. */
let isGoing = false
let afterwards: (() => void)[] = []
/** The target of a `replace` made while an overlay was open: the page's own entry below is replaced too, later. */
let beneath: Parameters<History['replace']> | null = null

/** Callbacks for when no overlay is open. */
let waiting: (() => void)[] = []

const state = (): { over?: number } => (history.state as { over?: number } | null) ?? {}
/** The number of overlays that the current history entry stands for. */
const depth = (): number => state().over ?? 0

const leave = (to: number): void => {
  isLeaving = true
  history.go(to - depth())
}

/** Makes the number of history entries above the page's own equal to the number of open overlays. */
const settle = (): void => {
  if (isGoing || isLeaving || depth() === open.length) return
  if (depth() > open.length) leave(open.length)
  else
    for (let over = depth() + 1; over <= open.length; over += 1) history.pushState({ ...state(), over }, '')
}

const onPop = (): void => {
  isGoing = false
  if (depth() === 0 && beneath !== null) {
    const [to, kept] = beneath
    beneath = null
    goTo?.(to, kept)
  }
  if (!isLeaving) {
    for (let top = open.at(-1); top !== undefined && open.length > depth(); top = open.at(-1)) {
      if (!top.onBack()) break
      if (open.at(-1) === top) open.pop()
    }
    settle()
    return
  }
  isLeaving = false
  if (afterwards.length > 0 && depth() > 0) {
    leave(0)
    return
  }
  const works = afterwards
  afterwards = []
  for (const work of works) work()
  // By then the new page has removed the overlays of the old one.
  setTimeout(settle)
}

/**
 * Adds a history entry for an overlay, so that Back closes it and stays on the page. Returns a function to call when the
 * overlay has closed.
 */
export const addOverlay = (onBack: Open['onBack']): (() => void) => {
  const one = { onBack }
  open.push(one)
  // The document stayed: the user cancelled the unload, or it was a download.
  isGoing = false
  settle()
  return () => {
    const at = open.indexOf(one)
    if (at >= 0) open.splice(at, 1)
    // An overlay that closes and one that opens in the same task share an entry.
    queueMicrotask(() => {
      settle()
      if (open.length > 0) return
      const works = waiting
      waiting = []
      for (const work of works) work()
    })
  }
}

/** Resolves when no overlay is open, so that an update of the page does not discard what is being typed in one. */
export const noOverlays = (): Promise<void> =>
  new Promise((resolve) => {
    if (open.length === 0) resolve()
    else waiting.push(resolve)
  })

/**
 * Wraps the app's history so that overlays have entries of their own ({@link addOverlay}). Navigation from an overlay
 * replaces these entries: Back from the new page leads to the page where they were opened.
 */
export const withOverlays = (whole: History): History => {
  const { push, replace } = whole
  goTo = replace
  // In the capture phase, before the router's listener, which must see the final URL.
  window.addEventListener('popstate', onPop, true)
  window.addEventListener('beforeunload', () => {
    isGoing = true
  })
  window.addEventListener('pageshow', () => {
    isGoing = false
    settle()
  })
  settle()
  const then = (work: () => void): void => {
    afterwards.push(work)
    if (!isLeaving) leave(0)
  }
  return Object.assign(whole, {
    push: (...to: Parameters<History['push']>) => {
      if (depth() === 0 && !isLeaving) push(...to)
      else then(() => push(...to))
    },
    replace: (...to: Parameters<History['replace']>) => {
      const over = depth()
      if (isLeaving) return then(() => replace(...to))
      replace(...to)
      if (over === 0) return
      beneath = to
      history.replaceState({ ...state(), over }, '')
    },
  })
}
