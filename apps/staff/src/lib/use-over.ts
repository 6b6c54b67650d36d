import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Something open over the page, by a name of its own. It has an entry in the history, so that Back closes it and stays on
 * the page. `close` takes that entry back, then does what was chosen there; a link inside replaces the entry.
 */
export function useOver(name: string) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  // Nothing stands open after a reload, though the history keeps its entry.
  const [isShown, setShown] = useState(false)
  return {
    isOpen: isShown && (state as { over?: string } | null)?.over === name,
    open: () => {
      setShown(true)
      void navigate(pathname + search, { state: { ...state, over: name, keeps_scroll: true } })
    },
    close: (then?: () => void) => {
      setShown(false)
      if (then !== undefined) window.addEventListener('popstate', () => then(), { once: true })
      void navigate(-1)
    },
  }
}
