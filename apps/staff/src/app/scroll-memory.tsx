import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const STORED = 'scroll'

const positionsOf = (stored: string | null): Record<string, number> => {
  try {
    return JSON.parse(stored ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

const stored = (): string | null => {
  try {
    return sessionStorage.getItem(STORED)
  } catch {
    return null
  }
}

const elementAt = (hash: string): HTMLElement | null => {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

/**
 * Scroll restoration of the window: a new page starts at the top or at the element named by the URL's hash; Back, Forward and
 * reload restore the position. A navigation with `keeps_scroll` in its state leaves the position unchanged.
 */
export function ScrollMemory() {
  const { key, hash, state } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const positions = useRef<Record<string, number> | null>(null)
  positions.current ??= positionsOf(stored())
  const shown = useRef<string | null>(null)
  const keepsScroll = (state as { keeps_scroll?: boolean } | null)?.keeps_scroll === true

  useLayoutEffect(() => {
    if (shown.current === key) return
    shown.current = key
    const kept = isReturn ? positions.current?.[key] : undefined
    const named = kept === undefined ? elementAt(hash) : null
    if (named !== null) named.scrollIntoView()
    else if (kept !== undefined || !keepsScroll) window.scrollTo(0, kept ?? 0)
  }, [key, hash, isReturn, keepsScroll])

  useEffect(() => {
    // The page being left may be shorter in its last frame, so the position of its last scroll event counts.
    const remember = () => {
      if (shown.current !== null && positions.current !== null)
        positions.current[shown.current] = window.scrollY
    }
    const takeOver = () => {
      history.scrollRestoration = 'manual'
    }
    const handBack = () => {
      remember()
      try {
        sessionStorage.setItem(STORED, JSON.stringify(positions.current))
      } catch {
        // Without storage a reload starts at the top.
      }
      history.scrollRestoration = 'auto'
    }
    takeOver()
    const end = new AbortController()
    const { signal } = end
    window.addEventListener('scroll', remember, { passive: true, signal })
    window.addEventListener('pageshow', takeOver, { signal })
    window.addEventListener('pagehide', handBack, { signal })
    return () => {
      end.abort()
      handBack()
    }
  }, [])
  return null
}
