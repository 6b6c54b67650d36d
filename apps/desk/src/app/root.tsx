import { ErrorBoundary } from '@podmoga/ui/error-state/error-boundary'
import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { ErrorPage } from './error-page.tsx'

const BASE = '/desk'
const OURS = /^\/(?:tickets\/|(?:kb|admin|security)(?:[/?]|$)|$|\?)/

/** The router's function is another one on every page; links lead by whole paths and need not be drawn again for it. */
function useSteadyNavigate() {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useLayoutEffect(() => {
    latest.current = navigate
  }, [navigate])
  return latest
}

/** Around everything: links that stay in the app, Russian component strings, notices. */
export function Root() {
  const navigate = useSteadyNavigate()
  const navigation = useMemo(
    () => ({
      navigate: (path: string, options?: { replace?: boolean; state?: unknown }) => {
        if (OURS.test(path)) void navigate.current(path, options)
        else location.assign(path)
      },
      hrefOf: (path: string) => (OURS.test(path) ? BASE + path : path),
    }),
    [navigate],
  )
  return (
    <ErrorBoundary place={useLocation().key} fallback={() => <ErrorPage />}>
      <UiRoot navigation={navigation}>
        <Outlet />
        <ToastRegion />
      </UiRoot>
    </ErrorBoundary>
  )
}
