import '@podmoga/ui/lib/react-first'
import '@podmoga/ui/tokens.css'
import './app/shell/before.css'
import { applyTheme } from '@podmoga/ui/theme/theme'
import { watchFieldBefore } from '@podmoga/web/field-before'
import { isDrawn } from '@podmoga/web/page-screen'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './app/query-client.ts'
import { preloadPage, Router } from './app/router.tsx'

applyTheme()

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
watchFieldBefore(root)
// As a transition the first render gives way to touches every few milliseconds; the page in the HTML stays meanwhile.
const draw = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Router />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
// What stands drawn stays until the page that takes its place can be drawn at once. It is asked for in a task of its own:
// this one has evaluated the app.
if (isDrawn()) setTimeout(() => void preloadPage(location.pathname).then(draw))
else draw()
