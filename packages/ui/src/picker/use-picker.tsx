import { lazyPart } from '../lib/lazy-part.tsx'
import { useOverlay } from '../popover/use-overlay.tsx'
import type { PickerListProps } from './picker-item.tsx'

const PickerOverlay = lazyPart(() => import('./picker-overlay.tsx').then((module) => module.PickerOverlay))

/** State of a picker: spread `triggerProps` on a button and render `overlay` beside it. The list itself is loaded lazily. */
export function usePicker(list: PickerListProps) {
  const { isOpen, triggerProps, overlayProps, open } = useOverlay('dialog', PickerOverlay)
  const overlay = isOpen && <PickerOverlay {...list} {...overlayProps} />
  return { triggerProps, overlay, open }
}
