import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { useMemo } from 'react'
import { Outlet, ScrollRestoration, useNavigate } from 'react-router'
import { isOurPath } from '../lib/paths.ts'

/** Around everything: links that stay in the app, Russian component strings, notices. */
export function Root() {
  const navigate = useNavigate()
  const navigation = useMemo(
    () => ({
      navigate: (path: string, options?: { replace?: boolean }) => {
        if (isOurPath(path)) void navigate(path, options)
        else location.assign(path)
      },
      hrefOf: (path: string) => path,
    }),
    [navigate],
  )
  return (
    <UiRoot navigation={navigation}>
      <Outlet />
      <ToastRegion />
      <ScrollRestoration />
    </UiRoot>
  )
}
