import { ErrorBoundary } from '@podmoga/ui/error-state/error-boundary'
import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { addOverlay } from '@podmoga/web/history-overlays'
import { useNavigation } from '@podmoga/web/router'
import { Outlet, useLocation } from 'react-router'
import { ErrorPage } from './error-page.tsx'

const BASE = '/desk'
const OURS = /^\/(?:tickets\/|(?:kb|admin|devices|incidents|presence|service|security)(?:[/?]|$)|$|\?)/
const isOurs = (path: string) => OURS.test(path)
const hrefOf = (path: string) => (isOurs(path) ? BASE + path : path)

/** Wraps everything: error boundary, in-app links, Russian component strings, toasts. */
export function Root() {
  return (
    <ErrorBoundary scope={useLocation().key} fallback={() => <ErrorPage />}>
      <UiRoot navigation={useNavigation(isOurs, hrefOf, { addOverlay, asksFirst: true })}>
        <Outlet />
        <ToastRegion />
      </UiRoot>
    </ErrorBoundary>
  )
}
