/** What the walk needs of a browser, whichever protocol it speaks. */
export interface Engine {
  name: string
  goto: (url: string) => Promise<void>
  back: () => Promise<void>
  /** Runs the body of a function in the page; what it returns, as JSON. Throws while the page is another. */
  evaluate: (body: string, ...given: unknown[]) => Promise<unknown>
  /** Actions of WebDriver: both protocols have them in one form. */
  perform: (actions: readonly unknown[]) => Promise<void>
  /** Gives files to the `<input type=file>` that a selector of CSS names. */
  setFiles: (selector: string, paths: readonly string[]) => Promise<void>
  /** The window's inner width and height in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>
  close: () => Promise<void>
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks until it answers something, for so long; null afterwards. A page that is just changing is asked again. */
export const until = async <T>(ms: number, ask: () => Promise<T | null>): Promise<T | null> => {
  const end = performance.now() + ms
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer !== null || performance.now() > end) return answer
    await pause(60)
  }
}

/** Every command has a limit: an engine that hangs is named. */
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
