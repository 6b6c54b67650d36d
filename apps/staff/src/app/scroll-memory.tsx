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
 * How far the window is scrolled: a new page begins at its top, or at the element its address names; Back, Forward and a
 * reload return to where the person was. A navigation whose state says `keeps_scroll` leaves the window alone.
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
    // The page that is left may be shorter in its last frame: what counts is where its own scrolling ended.
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
        // Without storage a reload begins at the top.
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
