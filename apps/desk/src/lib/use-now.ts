import { useEffect, useState } from 'react'

/** Current time in epoch milliseconds, updated every `step` milliseconds and when the tab becomes visible. */
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
