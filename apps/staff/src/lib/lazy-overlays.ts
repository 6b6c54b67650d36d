import type { AppHistory } from '@podmoga/web/router'

type Overlays = typeof import('@podmoga/web/history-overlays')

let history: AppHistory | null = null
let loading: Promise<Overlays> | null = null

/** Loads the history entries of overlays with the first overlay: no first screen has one open. */
const load = (): Promise<Overlays> => {
  loading ??= import('@podmoga/web/history-overlays').then((loaded) => {
    if (history !== null) loaded.withOverlays(history)
    return loaded
  })
  // Retried when it is needed again.
  loading.catch(() => {
    loading = null
  })
  return loading
}

const isOverEntry = (): boolean => (window.history.state as { over?: number } | null)?.over !== undefined

/** The app's history. Entries left by overlays before a reload are skipped. */
export const withLazyOverlays = (whole: AppHistory): AppHistory => {
  history = whole
  const check = () => {
    if (isOverEntry()) void load().catch(() => null)
  }
  window.addEventListener('popstate', check)
  check()
  return whole
}

/** Gives an overlay its history entry, so that Back closes it, as soon as the code is loaded. */
export const lazyOverlays: Overlays['addOverlay'] = (onBack) => {
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
