import { useEffect, useState } from 'react'

/** True once a flag has been set for `wait` milliseconds; false as soon as it drops. */
export function useSlow(flag: boolean, wait = 400): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!flag) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), wait)
    return () => clearTimeout(timer)
  }, [flag, wait])
  return isSlow && flag
}
