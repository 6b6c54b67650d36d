import { useEffect, useState } from 'react'

/** The value after `wait` milliseconds without a change; an empty text passes at once. */
export function useDebounced(value: string, wait: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    if (value === '') return setRested('')
    const timer = setTimeout(() => setRested(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return value === '' ? '' : rested
}
