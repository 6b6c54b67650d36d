import type { Call } from '@podmoga/contract/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { beHere } from '../team.api.ts'
import { presenceKey, presenceQuery } from './presence.ts'

/** The server forgets whoever is silent for thirty seconds. */
const BEAT_MS = 12_000
/** While keys are pressed it is told this often. */
const TYPING_MS = 4000

/** Tells that this agent is at a ticket, and who else is. Mount it anew for another ticket. */
export function usePresence(call: Call, ticketId: string, me: string) {
  const cache = useQueryClient()
  const { data } = useQuery(presenceQuery(ticketId))
  const typedAt = useRef(0)
  const toldAt = useRef(0)

  const tell = useCallback(
    (doing: 'looking' | 'answering' | 'gone') => {
      toldAt.current = Date.now()
      // Nobody waits for it, and the next beat comes soon.
      void beHere(call, ticketId, doing)
        .then(({ people }) => cache.setQueryData(presenceKey(ticketId), people))
        .catch(() => undefined)
    },
    [cache, call, ticketId],
  )
  useEffect(() => {
    const beat = () => {
      if (document.visibilityState === 'visible')
        tell(Date.now() - typedAt.current < BEAT_MS ? 'answering' : 'looking')
    }
    const look = () => {
      if (document.visibilityState === 'visible') beat()
      else tell('gone')
    }
    beat()
    const timer = setInterval(beat, BEAT_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      tell('gone')
    }
  }, [tell])

  return {
    others: data.filter(({ id }) => id !== me),
    /** A key was pressed in the reply; a note is nobody's affair. */
    onTyping: useCallback(() => {
      typedAt.current = Date.now()
      if (Date.now() - toldAt.current > TYPING_MS) tell('answering')
    }, [tell]),
    /** The reply has gone. */
    onSent: useCallback(() => {
      typedAt.current = 0
      tell('looking')
    }, [tell]),
  }
}
