type Preload = (path: string) => Promise<unknown>

let preload: Preload = () => Promise.resolve()

/** Called once by the app, which knows every page: no page has to know another. */
export const providePreload = (own: Preload): void => {
  preload = own
}

/** Fetches the code of the page at an address ahead of the press that leads there. */
export const preloadPage = (path: string): void => void preload(path).catch(() => null)
