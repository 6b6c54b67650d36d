import '@podmoga/ui/lib/react-first'
import '@podmoga/ui/tokens.css'
import { hydrateApp, mountApp, pageRoot } from '@podmoga/ui/root/mount-app'
import { applyTheme, followTheme } from '@podmoga/ui/theme/theme'
import { lazy } from 'react'
import { App } from './app.tsx'
import { IntranetPage } from './session/intranet.page.tsx'
import { pageAt } from './session/paths.ts'

const root = pageRoot()
/** Whether the HTML contains the sign-in form, which the server renders for requests without a session. */
const isDrawn = root.hasChildNodes()

const PAGES = {
  sign_in: () => <IntranetPage isDrawn={isDrawn} />,
  recover: lazy(() =>
    import('./session/recovery/recover.page.tsx').then((m) => ({ default: m.RecoverPage })),
  ),
  callback: lazy(() =>
    import('./session/sign-in/callback.page.tsx').then((m) => ({ default: m.CallbackPage })),
  ),
  invite: lazy(() => import('./session/joining/invite.page.tsx').then((m) => ({ default: m.InvitePage }))),
  join: lazy(() => import('./session/joining/join.page.tsx').then((m) => ({ default: m.JoinPage }))),
  setup: lazy(() => import('./session/joining/setup.page.tsx').then((m) => ({ default: m.SetupPage }))),
  revert: lazy(() => import('./session/recovery/revert.page.tsx').then((m) => ({ default: m.RevertPage }))),
}

applyTheme()
// The system theme may change while the page is open.
followTheme()

const Page = PAGES[pageAt(location.pathname)]
const app = (
  <App>
    <Page />
  </App>
)
if (isDrawn) hydrateApp(root, app)
else mountApp(root, app)
