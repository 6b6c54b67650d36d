import '@podmoga/ui/tokens.css'
import './app/desk.css'
import { applyTheme } from '@podmoga/ui/theme/theme'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './app/query-client.ts'
import { preloadPage, Router } from './app/router.tsx'

applyTheme()
void preloadPage(location.pathname)

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router />
    </QueryClientProvider>
  </StrictMode>,
)
