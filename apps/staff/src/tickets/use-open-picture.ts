import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface Picture {
  id: string
  src: string
  name: string
}

/**
 * The picture that is open over the conversation. It has an entry of its own in the history, so that Back closes it and
 * stays in the ticket; closing it any other way takes that entry back. The focus returns to its thumbnail.
 */
export function useOpenPicture() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [picture, setPicture] = useState<Picture | null>(null)
  const thumbnail = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  const isOpen = picture !== null && state?.picture === picture.id
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      setPicture(null)
      thumbnail.current?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen])
  return {
    open: isOpen ? picture : null,
    show: (next: Picture, button: HTMLElement) => {
      thumbnail.current = button
      setPicture(next)
      void navigate(pathname + search, { state: { ...state, picture: next.id, keeps_scroll: true } })
    },
    close: () => void navigate(-1),
  }
}
