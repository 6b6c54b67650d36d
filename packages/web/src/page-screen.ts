import type { Screen } from '@podmoga/contract/screen'

declare global {
  interface Window {
    /** The screen that src/prerender-screen.ts fetched and rendered before the app loaded. */
    podmoga_screen?: Screen
    /** The time of the last `beforeunload`, recorded by the same script before the app loads. */
    podmoga_left?: number
  }
}

/** Longer than a slow phone needs to start; older answers are stale. */
const LIFE_MS = 60_000

/** Whether the page is prerendered from `podmoga_screen`. */
export const isDrawn = (): boolean => globalThis.window?.podmoga_screen !== undefined

/**
 * `placeholderData` of a query: the answer from which the page was prerendered, found by its query key. It is shown until
 * the query's own call answers.
 */
export const ofPage = (key: readonly unknown[]): (() => undefined) => {
  const wanted = JSON.stringify(key)
  return () => {
    if (!isDrawn() || performance.now() > LIFE_MS) return undefined
    const found = window.podmoga_screen?.answers.find((answer) => JSON.stringify(answer.key) === wanted)
    // The cast is safe: the key identifies the call, whose answer the contract has parsed.
    return found?.data as undefined
  }
}
