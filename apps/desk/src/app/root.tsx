import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { useMemo } from 'react'
import { Outlet, useNavigate } from 'react-router'

const BASE = '/desk'
const OURS = /^\/(?:tickets\/|(?:kb|admin)(?:[/?]|$)|$|\?)/

/** Around everything: links that stay in the app, Russian component strings, notices. */
export function Root() {
  const navigate = useNavigate()
  const navigation = useMemo(
    () => ({
      navigate: (path: string, options?: { replace?: boolean }) => {
        if (OURS.test(path)) void navigate(path, options)
        else location.assign(path)
      },
      hrefOf: (path: string) => (OURS.test(path) ? BASE + path : path),
    }),
    [navigate],
  )
  return (
    <UiRoot navigation={navigation}>
      <Outlet />
      <ToastRegion />
    </UiRoot>
  )
}
