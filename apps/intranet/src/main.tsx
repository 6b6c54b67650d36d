import '@podmoga/ui/lib/react-first'
import '@podmoga/ui/tokens.css'
import { pageRoot } from '@podmoga/ui/root/draw-over'
import { UiRoot } from '@podmoga/ui/root/root'
import { applyTheme, useTheme } from '@podmoga/ui/theme/theme'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { IntranetPage } from './session/intranet.page.tsx'
import { pageAt } from './session/paths.ts'

const PAGES = {
  sign_in: IntranetPage,
  recover: lazy(() => import('./session/recover.page.tsx').then((m) => ({ default: m.RecoverPage }))),
  callback: lazy(() => import('./session/callback.page.tsx').then((m) => ({ default: m.CallbackPage }))),
  invite: lazy(() => import('./session/invite.page.tsx').then((m) => ({ default: m.InvitePage }))),
  join: lazy(() => import('./session/join.page.tsx').then((m) => ({ default: m.JoinPage }))),
  setup: lazy(() => import('./session/setup.page.tsx').then((m) => ({ default: m.SetupPage }))),
  revert: lazy(() => import('./session/revert.page.tsx').then((m) => ({ default: m.RevertPage }))),
}

applyTheme()

// Every link of this app leads to another app.
const navigation = { navigate: (path: string) => location.assign(path), hrefOf: (path: string) => path }

const Page = PAGES[pageAt(location.pathname)]

/** Follows the device, which may turn dark while the page is open. */
function App() {
  useTheme()
  return (
    <UiRoot navigation={navigation}>
      <Suspense>
        <Page />
      </Suspense>
    </UiRoot>
  )
}

createRoot(pageRoot()).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
