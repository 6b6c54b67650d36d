import '@podmoga/ui/lib/react-first'
import '@podmoga/ui/tokens.css'
import './app/desk.css'
import './app/before.css'
import { isOnline } from '@podmoga/web/connectivity'
import { isDrawn } from '@podmoga/web/page-screen'
import { prepareApp } from '@podmoga/web/start-app'
import { stored, TO_FORGET } from '@podmoga/web/stored'
import { queryClient } from './app/query-client.ts'
import { preloadPage, Router } from './app/router.tsx'

const draw = prepareApp(queryClient, <Router />)
const start = () => {
  // What stands drawn stays until the page that takes its place can be drawn at once. It is asked for in a task of its
  // own: this one has evaluated the app.
  if (isDrawn()) setTimeout(() => void preloadPage(location.pathname).then(draw))
  else if (!isOnline())
    // Without a network the first page is drawn once, with what was read: its code and the answers come from the device.
    void import('./lib/offline/kept-answers.ts')
      .then(({ bringBackFirst }) =>
        Promise.all([bringBackFirst(queryClient), preloadPage(location.pathname)]),
      )
      .then(draw, draw)
  else {
    void preloadPage(location.pathname)
    draw()
  }
}
// Whoever has left while the disk did not answer is forgotten before anything is shown.
if (stored.get(`${TO_FORGET}desk`) !== null)
  void import('./app/forget-left.ts').then(({ forgetWhoLeft }) => forgetWhoLeft()).then(start, start)
else start()
