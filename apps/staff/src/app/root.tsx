import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { useNavigation } from '@podmoga/web/router'
import { Outlet } from 'react-router'
import { lazyOverlays } from '../lib/lazy-overlays.ts'
import { isOurPath } from '../lib/paths.ts'
import { RootBoundary } from './error-page.tsx'
import { ScrollMemory } from './scroll-memory.tsx'

const hrefOf = (path: string) => path
const DIALOGS = { addOverlay: lazyOverlays }

/** Wraps the whole app: in-app links, Russian component strings, toasts. */
export function Root() {
  return (
    <RootBoundary>
      <UiRoot navigation={useNavigation(isOurPath, hrefOf, DIALOGS)}>
        <Outlet />
        <ToastRegion />
        <ScrollMemory />
      </UiRoot>
    </RootBoundary>
  )
}
