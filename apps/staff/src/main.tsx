import '@podmoga/ui/lib/react-first'
import '@podmoga/ui/tokens.css'
import './app/shell/before.css'
import { isOnline } from '@podmoga/web/connectivity'
import { isDrawn } from '@podmoga/web/page-screen'
import { prepareApp } from '@podmoga/web/start-app'
import { stored, TO_FORGET } from '@podmoga/web/stored'
import { queryClient } from './app/query-client.ts'
import { preloadPage, Router } from './app/router.tsx'

const draw = prepareApp(queryClient, <Router />)
const start = () => {
  // The prerendered page stays until the page that replaces it can be rendered at once. In a task of its own, since this one has
  // evaluated the app.
  if (isDrawn()) setTimeout(() => void preloadPage(location.pathname).then(draw))
  else if (isOnline()) draw()
  // Offline, the first page is rendered once, with its code and the kept answers from the device.
  else
    void import('./lib/offline/kept-answers.ts')
      .then(({ restoreKept }) => Promise.all([restoreKept(queryClient), preloadPage(location.pathname)]))
      .then(draw, draw)
}
// Data of users who signed out while storage did not respond is deleted before anything is shown.
if (stored.get(`${TO_FORGET}staff`) !== null)
  void import('./app/forget-user.ts').then(({ forgetPending }) => forgetPending()).then(start, start)
else start()
