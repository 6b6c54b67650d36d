/** The interface of a browser for the walk, independent of its protocol. */
export interface Engine {
  name: string
  goto: (url: string) => Promise<void>
  back: () => Promise<void>
  /** Runs a function body in the page. Returns its result as JSON; throws if the page changes meanwhile. */
  evaluate: (body: string, ...given: unknown[]) => Promise<unknown>
  /** Performs WebDriver actions, which have the same form in both protocols. */
  perform: (actions: readonly unknown[]) => Promise<void>
  /** Sets the files of the `<input type=file>` with this CSS selector. */
  setFiles: (selector: string, paths: readonly string[]) => Promise<void>
  /** Sets the window's inner width and height in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>
  close: () => Promise<void>
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Polls `ask` for `ms` until it returns a value, else returns null. Errors of a page that is changing are retried. */
export const until = async <T>(ms: number, ask: () => Promise<T | null>): Promise<T | null> => {
  const end = performance.now() + ms
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer !== null || performance.now() > end) return answer
    await pause(60)
  }
}

/** Adds a timeout to a command; the error names what hung. */
export const limited = async <T>(what: string, ms: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: нет ответа ${ms / 1000} с`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
