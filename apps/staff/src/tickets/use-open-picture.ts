import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * What is open over the page, a picture or its editor, one at a time. It has an entry of its own in the history, so that Back closes it and
 * stays on the page; closing it any other way takes that entry back. The focus returns to the button that opened it.
 */
export function useOpenPicture<Picture extends { id: string }>() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [picture, setPicture] = useState<Picture | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  const isOpen = picture !== null && state?.picture === picture.id
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      setPicture(null)
      opener.current?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen])
  return {
    open: isOpen ? picture : null,
    show: (next: Picture, button: HTMLElement) => {
      opener.current = button
      setPicture(next)
      void navigate(pathname + search, { state: { ...state, picture: next.id, keeps_scroll: true } })
    },
    close: () => void navigate(-1),
  }
}
