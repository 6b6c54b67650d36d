type Preload = (path: string) => Promise<unknown>

let preload: Preload = () => Promise.resolve()

/** Called once by the app, which knows all pages, so that pages need not import each other. */
export const providePreload = (own: Preload): void => {
  preload = own
}

/** Prefetches the code of the page at a path. */
export const preloadPage = (path: string): void => void preload(path).catch(() => null)
