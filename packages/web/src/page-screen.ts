import type { Screen } from '@podmoga/contract/screen'

declare global {
  interface Window {
    /** What src/prerender-screen.ts has asked for and drawn before the app came. */
    podmoga_screen?: Screen
    /** When the page was last asked to give way to another: noted by the same script, before the app has come. */
    podmoga_left?: number
  }
}

/** Longer than a slow phone needs to start; what is older is no longer what the server would say. */
const LIFE_MS = 60_000

/** Whether the page stands drawn, and waits for the app to take it over. */
export const isDrawn = (): boolean => globalThis.window?.podmoga_screen !== undefined

/**
 * `placeholderData` of a query: the answer with which the page was drawn, kept under the same key. It is shown until the
 * call itself answers, and that has the last word.
 */
export const ofPage = (key: readonly unknown[]): (() => undefined) => {
  const wanted = JSON.stringify(key)
  return () => {
    if (!isDrawn() || performance.now() > LIFE_MS) return undefined
    const found = window.podmoga_screen?.answers.find((answer) => JSON.stringify(answer.key) === wanted)
    // The key names the call, and the answer was parsed by the contract: whatever the query is typed as.
    return found?.data as undefined
  }
}
