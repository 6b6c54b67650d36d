import '@podmoga/ui/lib/react-first'
import '@podmoga/ui/tokens.css'
import './app/desk.css'
import './app/before.css'
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
  else {
    void preloadPage(location.pathname)
    draw()
  }
}
// Whoever has left while the disk did not answer is forgotten before anything is shown.
if (stored.get(`${TO_FORGET}desk`) !== null)
  void import('./app/forget-left.ts').then(({ forgetWhoLeft }) => forgetWhoLeft()).then(start, start)
else start()
