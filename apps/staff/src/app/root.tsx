import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { isOurPath } from '../lib/paths.ts'
import { RootBoundary } from './error-page.tsx'
import { ScrollMemory } from './scroll-memory.tsx'

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
        if (isOurPath(path)) void navigate.current(path, options)
        else location.assign(path)
      },
      hrefOf: (path: string) => path,
    }),
    [navigate],
  )
  return (
    <RootBoundary>
      <UiRoot navigation={navigation}>
        <Outlet />
        <ToastRegion />
        <ScrollMemory />
      </UiRoot>
    </RootBoundary>
  )
}
