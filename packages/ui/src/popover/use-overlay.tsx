import { type KeyboardEvent, useId, useRef, useState, useTransition } from 'react'

/** What an overlay that loads late needs to know of its trigger. */
export interface OverlayProps {
  id: string
  triggerRef: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/**
 * State of a trigger whose overlay loads late: at the first hover, focus or press. Spread `triggerProps` on a button and
 * render the overlay with `overlayProps` while `isOpen`.
 */
export function useOverlay(kind: 'dialog' | 'menu', { preload }: { preload: () => void }) {
  const id = useId()
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // A long list takes a slow phone half a second to draw: the press itself is answered before that.
  const [isOpening, startOpening] = useTransition()
  const open = () => startOpening(() => setOpen(true))
  // The click that a key makes counts as a screen reader's with react-aria: it then hands the focus over some time later,
  // and not at all when the page below has gone inert by then.
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
