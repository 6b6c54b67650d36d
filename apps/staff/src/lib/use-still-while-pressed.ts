import { useEffect, useState } from 'react'

/**
 * The value, but while a finger or a mouse button is down as it was before: a button that moves between the press and the
 * release gets no click.
 */
export function useStillWhilePressed<T>(value: T): T {
  const [isPressed, setPressed] = useState(false)
  const [shown, show] = useState(value)
  useEffect(() => {
    const events = new AbortController()
    const on = (name: string, heard: () => void) =>
      window.addEventListener(name, heard, { capture: true, signal: events.signal })
    on('pointerdown', () => setPressed(true))
    // The click comes after the release.
    for (const name of ['pointerup', 'pointercancel']) on(name, () => setTimeout(() => setPressed(false)))
    return () => events.abort()
  }, [])
  if (!isPressed && !Object.is(shown, value)) show(value)
  return isPressed ? shown : value
}
