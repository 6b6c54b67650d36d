import { useEffect, useState } from 'react'

/** The present moment in epoch milliseconds, again every `step` milliseconds and when the tab comes back. */
export function useNow(step = 15_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = setInterval(look, step)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [step])
  return now
}
