import { after, painted, startApp } from './start/app-scripts.ts'

/*
 * For a page that came with its first screen in it: a script of its own in the head. The app comes once that is painted,
 * since text is worth more than code and they share one line.
 */

const PAINTED_WITHIN_MS = 1500

// A form that no app has taken yet: it is kept for it (early-submit.ts). The browser would put what was typed into the
// page's address.
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  event.preventDefault()
  window.podmoga_submit = event.target as HTMLFormElement
})

// In a tab that nobody sees nothing is painted.
if (document.hidden) void startApp()
else void Promise.race([painted(), after(PAINTED_WITHIN_MS)]).then(startApp)
