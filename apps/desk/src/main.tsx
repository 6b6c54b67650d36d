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
  // The prerendered HTML stays until the page that replaces it can be rendered at once. Preload in a separate task: this
  // one has evaluated the app.
  if (isDrawn()) setTimeout(() => void preloadPage(location.pathname).then(draw))
  else if (!isOnline())
    // Without a network, render once with the kept answers: both the code and the answers come from the device.
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
// Finish interrupted removals of signed-out people's data before anything is rendered.
if (stored.get(`${TO_FORGET}desk`) !== null)
  void import('./app/forget-left.ts').then(({ forgetWhoLeft }) => forgetWhoLeft()).then(start, start)
else start()
