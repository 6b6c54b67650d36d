import { after, painted, startApp } from './start/app-scripts.ts'

/*
 * For a page whose HTML contains its first screen: a separate script in the head. It starts the app after the first paint,
 * as the app's code competes with the screen for bandwidth.
 */

const PAINTED_WITHIN_MS = 1500

// A form submitted before the app has loaded is kept for the app (early-submit.ts). A native submit would put the typed
// values into the URL.
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  event.preventDefault()
  window.podmoga_submit = event.target as HTMLFormElement
})

// A hidden tab does not paint, so do not wait for it.
if (document.hidden) void startApp()
else void Promise.race([painted(), after(PAINTED_WITHIN_MS)]).then(startApp)
