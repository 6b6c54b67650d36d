import type { AppHistory as History } from './router.tsx'

/** Something open over the page. `onBack`: Back was pressed; false: it stays open (it asks first). */
interface Open {
  onBack: () => boolean
}

// There is one history, and one page over which things open.
const open: Open[] = []
let goTo: History['replace'] | null = null
/** The history is on its way to an entry without what has closed. */
let isLeaving = false
/** The document is on its way to another: a step through the history now would call that off. */
let isGoing = false
let afterwards: (() => void)[] = []
/** Where the page went while something stood open over it: what lies beneath goes there too. */
let beneath: Parameters<History['replace']> | null = null

/** What waits until nothing is open. */
let waiting: (() => void)[] = []

const state = (): { over?: number } => (history.state as { over?: number } | null) ?? {}
/** How many things the present entry of the history has open over the page. */
const depth = (): number => state().over ?? 0

const leave = (to: number): void => {
  isLeaving = true
  history.go(to - depth())
}

/** As many entries over the page's own as there are things open over it. */
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
  // What the page that was gone to takes away is gone by then.
  setTimeout(settle)
}

/**
 * Puts an entry into the history for what has opened over the page, so that Back closes it and stays on the page. Returns
 * what tells that it has closed.
 */
export const addOverlay = (onBack: Open['onBack']): (() => void) => {
  const one = { onBack }
  open.push(one)
  // It has stayed, after a question or for a download.
  isGoing = false
  settle()
  return () => {
    const at = open.indexOf(one)
    if (at >= 0) open.splice(at, 1)
    // What closes and opens in one go shares an entry.
    queueMicrotask(() => {
      settle()
      if (open.length > 0) return
      const works = waiting
      waiting = []
      for (const work of works) work()
    })
  }
}

/** Resolves when nothing is open over the page: what is being written there must not be taken away by news. */
export const noOverlays = (): Promise<void> =>
  new Promise((resolve) => {
    if (open.length === 0) resolve()
    else waiting.push(resolve)
  })

/**
 * The app's history, in which what is open over the page has entries of its own ({@link addOverlay}). A page that is gone to
 * from there takes their place: Back from it leads to where they were opened.
 */
export const withOverlays = (whole: History): History => {
  const { push, replace } = whole
  goTo = replace
  // Ahead of the router, which then finds the address as it is to be.
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
