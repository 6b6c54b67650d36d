/*
 * For the head scripts of a prerendered page: the app's scripts have the type `later`, so that the browser does not run
 * them.
 */

export const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const parsed = new Promise<void>((resolve) => {
  if (document.readyState !== 'loading') resolve()
  else document.addEventListener('DOMContentLoaded', () => resolve())
})

const PAINT = 'largest-contentful-paint'

/** Resolves at the largest contentful paint; at the next frame if the browser does not report it. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (PerformanceObserver.supportedEntryTypes.includes(PAINT))
      new PerformanceObserver(() => resolve()).observe({ type: PAINT })
    else requestAnimationFrame(() => setTimeout(resolve))
  })

const MOST_PAUSE_MS = 10_000

/** Fetches a script with retries until it succeeds: some browsers never request a failed module again. */
const bring = async (src: string, pause = 25): Promise<void> => {
  try {
    const answer = await fetch(src, { priority: 'low' })
    // A server that is starting, or one of another release running next to this one.
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
 * Starts the app. Its scripts are fetched in parallel and run one after another, each in a separate task, to avoid one long
 * task.
 */
export const startApp = async (): Promise<void> => {
  await parsed
  const scripts = Array.from(document.querySelectorAll<HTMLScriptElement>('script[type="later"]'))
  const coming = scripts.map(({ src }) => bring(src))
  for (const [index, { src }] of scripts.entries()) {
    await coming[index]
    const started = import(src)
    // A failed one is requested again by the last script, which imports them all.
    await started.catch(() => null)
    await after(0)
  }
}
