import type { AppHistory } from '@podmoga/web/router'

type Over = typeof import('@podmoga/web/history-overlays')

let history: AppHistory | null = null
let loading: Promise<Over> | null = null

/** What keeps open things in the history comes with the first of them: no first screen has anything open over it. */
const load = (): Promise<Over> => {
  loading ??= import('@podmoga/web/history-overlays').then((loaded) => {
    if (history !== null) loaded.withOverlays(history)
    return loaded
  })
  // Asked for again when it is wanted.
  loading.catch(() => {
    loading = null
  })
  return loading
}

const isOverEntry = (): boolean => (window.history.state as { over?: number } | null)?.over !== undefined

/** The app's history, whose entries of what was open are gone past once the page is loaded anew. */
export const withLazyOverlays = (whole: AppHistory): AppHistory => {
  history = whole
  const look = () => {
    if (isOverEntry()) void load().catch(() => null)
  }
  window.addEventListener('popstate', look)
  look()
  return whole
}

/** What is open over the page has an entry in the history, which Back takes, from the moment that the code is here. */
export const lazyOverlays: Over['addOverlay'] = (onBack) => {
  let isOpen = true
  let close = () => {}
  load().then(
    ({ addOverlay }) => {
      if (isOpen) close = addOverlay(onBack)
    },
    () => null,
  )
  return () => {
    isOpen = false
    close()
  }
}
