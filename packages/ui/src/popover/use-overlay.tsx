import { type KeyboardEvent, useId, useRef, useState, useTransition } from 'react'

/** What a lazily loaded overlay needs of its trigger. */
export interface OverlayProps {
  id: string
  triggerRef: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/**
 * State of a trigger whose overlay is loaded lazily: at the first hover, focus or press. Spread `triggerProps` on a button and
 * render the overlay with `overlayProps` while `isOpen`.
 */
export function useOverlay(kind: 'dialog' | 'menu', { preload }: { preload: () => void }) {
  const id = useId()
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // A long list takes a slow phone half a second to render: a transition lets the press show before that.
  const [isOpening, startOpening] = useTransition()
  const open = () => startOpening(() => setOpen(true))
  // react-aria treats the click made by a key like a screen reader's: it then moves the focus with a delay, and not at all if the
  // page behind has become inert by then. So the keys are handled here.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) open()
  }
  const triggerProps = {
    ref: triggerRef,
    type: 'button',
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'data-going': isOpening || undefined,
    onClick: open,
    onKeyDown,
    onPointerEnter: preload,
    onFocus: preload,
  } as const
  const overlayProps: OverlayProps = { id, triggerRef, onClose: () => setOpen(false) }
  return { isOpen, triggerProps, overlayProps, open }
}
