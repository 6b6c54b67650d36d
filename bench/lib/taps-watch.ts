import type { Page } from '@playwright/test'

/** One touch, press of a key or click, from its first event to the next frame. */
export interface Interaction {
  /** Milliseconds; the browser rounds to eight and reports nothing below sixteen. */
  ms: number
  /** The text of the touched element. */
  what: string
}

/** A task of the main thread that was longer than 50 ms. */
export interface LongTask {
  ms: number
  /** The longest script of its frame: the invoker and the file; empty if the browser does not report it. */
  what: string
}

export interface Seen {
  interactions: Interaction[]
  tasks: LongTask[]
}

interface Held {
  interactions: Map<number, Interaction>
  tasks: { ms: number; at: number }[]
  frames: { from: number; to: number; what: string }[]
}

/** Runs in the page, before its own code. */
const watch = (): void => {
  const held: Held = { interactions: new Map(), tasks: [], frames: [] }
  Object.assign(window, { held })
  const observe = (type: string, handle: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({
      type,
      buffered: true,
      ...more,
    })
  observe(
    'event',
    (entry) => {
      const { duration: ms, name, interactionId = 0, target } = entry as PerformanceEventTiming
      if (interactionId === 0 || ms <= (held.interactions.get(interactionId)?.ms ?? 0)) return
      const element = target instanceof Element ? target.closest('a, button, input, textarea, [role]') : null
      const words = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      held.interactions.set(interactionId, { ms, what: `${name} ${words.trim().slice(0, 30)}`.trim() })
    },
    { durationThreshold: 16 },
  )
  observe('longtask', ({ duration: ms, startTime: at }) => void held.tasks.push({ ms, at }))
  observe('long-animation-frame', (entry) => {
    const { scripts = [] } = entry as PerformanceEntry & {
      scripts?: { duration: number; invoker: string; sourceURL: string; sourceFunctionName: string }[]
    }
    const [longest] = [...scripts].sort((one, other) => other.duration - one.duration)
    const what =
      longest === undefined
        ? ''
        : `${longest.invoker.split('/').pop()} ${longest.sourceFunctionName} ${longest.sourceURL.split('/').pop()} ${Math.round(longest.duration)}`
    held.frames.push({ from: entry.startTime, to: entry.startTime + entry.duration, what })
  })
}

/** Makes every document of a page record its interactions and long tasks. */
export const watchPage = (page: Page): Promise<unknown> => page.addInitScript(watch)

/** Returns the records since the last call, or since the document was loaded. */
export const takeSeen = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { held } = window as unknown as { held: Held }
    const { interactions, tasks, frames } = held
    const seen = {
      interactions: [...interactions.values()],
      tasks: tasks.map(({ ms, at }) => ({
        ms,
        what: frames.find(({ from, to }) => at >= from - 1 && at < to)?.what ?? '',
      })),
    }
    interactions.clear()
    tasks.length = 0
    frames.length = 0
    return seen
  })
