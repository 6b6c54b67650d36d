import { useCountdown } from '@podmoga/ui/lib/use-countdown'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useEffect, useState } from 'react'
import { SESSION } from '../session.texts.ts'

/** Seconds until the rate limit ends, and a function that starts the countdown. Only its end is announced. */
export function useWait(): [left: number, wait: (seconds: number) => void] {
  const [deadline, setDeadline] = useState<number | null>(null)
  const left = useCountdown(deadline)
  useEffect(() => {
    if (deadline === null || left > 0 || Date.now() < deadline) return
    setDeadline(null)
    announce(SESSION.again_now)
  }, [deadline, left])
  return [left, (seconds) => setDeadline(Date.now() + seconds * 1000)]
}
