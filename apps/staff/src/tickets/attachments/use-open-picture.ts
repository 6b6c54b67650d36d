import { useEffect, useRef, useState } from 'react'

/**
 * The open overlay, a picture or its editor, one at a time. When it closes, by whatever means, the focus returns to the button
 * that opened it.
 */
export function useOpenPicture<Picture>() {
  const [open, setOpen] = useState<Picture | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && open === null) opener.current?.focus()
    wasOpen.current = open !== null
  }, [open])
  return {
    open,
    show: (next: Picture, button: HTMLElement) => {
      opener.current = button
      setOpen(next)
    },
    close: () => setOpen(null),
  }
}
