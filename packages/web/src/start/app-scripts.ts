/*
 * For the scripts in the head of a page that stands drawn before its app: the app's scripts have the type `later`, which
 * no browser runs.
 */

export const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const parsed = new Promise<void>((resolve) => {
  if (document.readyState !== 'loading') resolve()
  else document.addEventListener('DOMContentLoaded', () => resolve())
})

const PAINT = 'largest-contentful-paint'

/** What was drawn is on the screen; where a browser does not tell, its next frame is. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (PerformanceObserver.supportedEntryTypes.includes(PAINT))
      new PerformanceObserver(() => resolve()).observe({ type: PAINT })
    else requestAnimationFrame(() => setTimeout(resolve))
  })

const MOST_PAUSE_MS = 10_000

/** Fetches a script until it has come: a module that was lost once would not be asked for again by every browser. */
const bring = async (src: string, pause = 25): Promise<void> => {
  try {
    const answer = await fetch(src, { priority: 'low' })
    // A server that starts, or one of another release beside this one's.
    if (!answer.ok) throw answer
    await answer.arrayBuffer()
  } catch {
    await after(pause)
    return bring(src, Math.min(pause * 2, MOST_PAUSE_MS))
  }
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', href: src, crossOrigin: '', fetchPriority: 'low' })
  document.head.append(link)
}

/**
 * Starts the app. Its scripts are fetched together and run one after the other, each as a task of its own: run when the
 * last of them has come, they would be one long task.
 */
export const startApp = async (): Promise<void> => {
  await parsed
  const scripts = Array.from(document.querySelectorAll<HTMLScriptElement>('script[type="later"]'))
  const coming = scripts.map(({ src }) => bring(src))
  for (const [index, { src }] of scripts.entries()) {
    await coming[index]
    const started = import(src)
    // One that has not come is asked for again by the last, which needs them all.
    await started.catch(() => null)
    await after(0)
  }
}
