import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { PickerListProps } from './picker-list.tsx'

const load = () => import('./picker-overlay.tsx')
const PickerOverlay = lazy(() => load().then((module) => ({ default: module.PickerOverlay })))

/** State of a picker: spread `triggerProps` on a button and render `overlay` beside it. The list itself loads late. */
export function usePicker(list: PickerListProps) {
  const id = useId()
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const triggerProps = {
    ref: triggerRef,
    type: 'button',
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setOpen(true),
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
  } as const
  const overlay = isOpen && (
    <Suspense>
      <PickerOverlay {...list} id={id} triggerRef={triggerRef} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { triggerProps, overlay, open: () => setOpen(true) }
}
