import '@podmoga/ui/lib/react-first'
import '@podmoga/ui/tokens.css'
import './app/desk.css'
import './app/before.css'
import { isDrawn } from '@podmoga/web/page-screen'
import { prepareApp } from '@podmoga/web/start-app'
import { queryClient } from './app/query-client.ts'
import { preloadPage, Router } from './app/router.tsx'

const draw = prepareApp(queryClient, <Router />)
const ready = preloadPage(location.pathname)
// What stands drawn stays until the page that takes its place can be drawn at once.
if (isDrawn()) void ready.then(draw)
else draw()
