/**
 * Loads the page anew as the server has it, however long the line takes: the kept one may ask again and again for a file
 * that a release has taken away.
 */
export const reloadAfresh = (): void => {
  navigator.serviceWorker?.controller?.postMessage({ fresh: true })
  location.reload()
}
