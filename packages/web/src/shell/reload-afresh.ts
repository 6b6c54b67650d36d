/**
 * Reloads the page from the server, however long that takes: the cached page may keep requesting a file that a new release
 * has removed.
 */
export const reloadAfresh = (): void => {
  navigator.serviceWorker?.controller?.postMessage({ fresh: true })
  location.reload()
}
