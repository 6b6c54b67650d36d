import { useEffect, useState } from 'react'

/** Whole seconds left until a deadline (epoch milliseconds), never below zero. */
export const secondsLeft = (deadline: number, now: number): number =>
  Math.max(0, Math.ceil((deadline - now) / 1000))

/**
 * Seconds left until `deadline` (epoch milliseconds), re-rendered each second. Computed from the deadline rather than by counting
 * ticks, so it is right after the tab was suspended. Zero when there is no deadline.
 */
export function useCountdown(deadline: number | null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (deadline === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      const current = Date.now()
      setNow(current)
      const left = deadline - current
      if (left > 0) timer = setTimeout(tick, left % 1000 || 1000)
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [deadline])
  return deadline === null ? 0 : secondsLeft(deadline, now)
}
