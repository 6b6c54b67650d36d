import { lazy, Suspense } from 'react'
import { useOverlay } from '../popover/use-overlay.tsx'
import type { PickerListProps } from './picker-list.tsx'

const load = () => import('./picker-overlay.tsx')
const PickerOverlay = lazy(() => load().then((module) => ({ default: module.PickerOverlay })))

/** State of a picker: spread `triggerProps` on a button and render `overlay` beside it. The list itself loads late. */
export function usePicker(list: PickerListProps) {
  const { isOpen, triggerProps, overlayProps, open } = useOverlay('dialog', load)
  const overlay = isOpen && (
    <Suspense>
      <PickerOverlay {...list} {...overlayProps} />
    </Suspense>
  )
  return { triggerProps, overlay, open }
}
