import type { Call } from '@podmoga/contract/client'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { makeOutbox, type Outbox, type Outgoing } from './outbox.ts'
import { TICKETS_ROOT } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'
import { WORK } from './work.texts.ts'

/** The page's one outbox; `onClosed` is told of replies that closed their ticket. */
export function useOutbox(call: Call, person: string, onClosed: (reply: Outgoing) => void): Outbox {
  const cache = useQueryClient()
  const closed = useRef(onClosed)
  closed.current = onClosed
  const [outbox] = useState(() =>
    makeOutbox({
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
    void outbox.restore()
    const warn = (event: BeforeUnloadEvent) => {
      if (outbox.isBusy()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    const stop = outbox.watchNetwork()
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [outbox])
  return outbox
}
