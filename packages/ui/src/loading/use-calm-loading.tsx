import { useEffect, useRef, useState } from 'react'

const WAIT_MS = 200
const STAY_MS = 400

/**
 * Debounces a loading flag: `waiting` for the first 200 ms (show nothing), then `shown` for at least 400 ms, `done` when the
 * content may appear.
 */
export function useCalmLoading(isLoading: boolean): 'waiting' | 'shown' | 'done' {
  const [phase, setPhase] = useState<'waiting' | 'shown' | 'done'>(isLoading ? 'waiting' : 'done')
  const shownAt = useRef(0)
  useEffect(() => {
    if (isLoading) {
      if (phase === 'done') setPhase('waiting')
      if (phase !== 'waiting') return
      const timer = setTimeout(() => {
        shownAt.current = performance.now()
        setPhase('shown')
      }, WAIT_MS)
      return () => clearTimeout(timer)
    }
    if (phase === 'waiting') setPhase('done')
    if (phase !== 'shown') return
    const timer = setTimeout(() => setPhase('done'), shownAt.current + STAY_MS - performance.now())
    return () => clearTimeout(timer)
  }, [isLoading, phase])
  // content that is ready before the skeleton appeared is shown in the same frame
  return !isLoading && phase === 'waiting' ? 'done' : isLoading && phase === 'done' ? 'waiting' : phase
}
