import type { Call } from '@podmoga/contract/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { beHere } from '../team.api.ts'
import { presenceKey, presenceQuery } from './presence.ts'
import { BEAT_MS, makePresenceBeat } from './presence-beat.ts'

/** Tells that this agent is at a ticket, and who else is. Mount it anew for another ticket. */
export function usePresence(call: Call, ticketId: string, me: string) {
  const cache = useQueryClient()
  const { data } = useQuery(presenceQuery(ticketId))
  const beat = useRef<ReturnType<typeof makePresenceBeat> | null>(null)
  /** Kept for the beat that begins after the field has told what it holds. */
  const hasText = useRef(false)

  useEffect(() => {
    const mine = makePresenceBeat((doing) => {
      // Nobody waits for it, and the next beat comes soon.
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
    /** Whether there is anything in the reply now; a note is nobody's affair. */
    onText: useCallback((isThere: boolean) => {
      hasText.current = isThere
      beat.current?.write(isThere)
    }, []),
  }
}
