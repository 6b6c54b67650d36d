import type { Call } from '@podmoga/contract/client'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Dispatch, makeDispatch, type Outgoing } from './dispatch.ts'
import { TICKETS_ROOT } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'
import { WORK } from './work.texts.ts'

/** The page's one dispatch; `onClosed` is told of replies that closed their ticket. */
export function useDispatch(call: Call, person: string, onClosed: (reply: Outgoing) => void): Dispatch {
  const cache = useQueryClient()
  const closed = useRef(onClosed)
  closed.current = onClosed
  const [dispatch] = useState(() =>
    makeDispatch({
      call,
      person,
      onSent: async (reply) => {
        announce(TICKETS.sent_aloud)
        if (reply.close) closed.current(reply)
        await cache.invalidateQueries({ queryKey: TICKETS_ROOT })
      },
      onFailed: (_reply, isStopped) => {
        if (!isStopped) return toast.danger(TICKETS.reply_failed)
        toast.info({ title: WORK.stopped, text: WORK.stopped_hint })
        void cache.invalidateQueries({ queryKey: TICKETS_ROOT })
      },
    }),
  )
  useEffect(() => {
    void dispatch.restore()
    const warn = (event: BeforeUnloadEvent) => {
      if (dispatch.isBusy()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    const stop = dispatch.watchNetwork()
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [dispatch])
  return dispatch
}
