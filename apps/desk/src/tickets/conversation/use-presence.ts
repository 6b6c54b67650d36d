import type { Call } from '@podmoga/contract/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { beHere } from '../team.api.ts'
import { presenceKey, presenceQuery } from './presence.ts'
import { BEAT_MS, makePresenceBeat } from './presence-beat.ts'

/** Sends this agent's presence at a ticket and returns the others'. Remount it for another ticket. */
export function usePresence(call: Call, ticketId: string, me: string) {
  const cache = useQueryClient()
  const { data } = useQuery(presenceQuery(ticketId))
  const beat = useRef<ReturnType<typeof makePresenceBeat> | null>(null)
  /** Kept for the beat, which starts only after the field's first report. */
  const hasText = useRef(false)

  useEffect(() => {
    const mine = makePresenceBeat((doing) => {
      // A failure is ignored: the next beat follows soon.
      void beHere(call, ticketId, doing)
        .then(({ people }) => cache.setQueryData(presenceKey(ticketId), people))
        .catch(() => undefined)
    }, Date.now)
    beat.current = mine
    const look = () => mine.show(document.visibilityState === 'visible')
    look()
    mine.write(hasText.current)
    const timer = setInterval(mine.beat, BEAT_MS)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', mine.leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', mine.leave)
      mine.leave()
    }
  }, [cache, call, ticketId])

  return {
    others: data.filter(({ id }) => id !== me),
    /** Reports whether the reply has text; notes do not count. */
    onText: useCallback((isThere: boolean) => {
      hasText.current = isThere
      beat.current?.write(isThere)
    }, []),
  }
}
