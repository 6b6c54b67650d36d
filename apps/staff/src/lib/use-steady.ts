import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same from drawing to drawing and does what it was last given: what it is handed to need not
 * be drawn again for it. Not to be called while drawing.
 */
export function useSteady<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(work)
  useLayoutEffect(() => {
    latest.current = work
  })
  return useCallback((...args) => latest.current(...args), [])
}
