import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { useEffect, useRef, useState } from 'react'
import { TEAM } from '../team.texts.ts'

interface WaitingSendNeeds {
  /** The current text: if it changes, the waiting send is cancelled. */
  text: string
  /** Whether all files of the reply have loaded. */
  isWhole: boolean
  /** Sends the current reply; `close` also closes the ticket. */
  send: (close: boolean) => void
  number: number | undefined
}

/**
 * "Send" pressed while files are still loading: the reply is sent once, when the last file has loaded. If the agent leaves
 * the ticket before that, a toast says that the reply stays a draft.
 */
export function useWaitingSend({ text, isWhole, send, number }: WaitingSendNeeds) {
  const [wish, setWish] = useState<{ close: boolean; text: string } | null>(null)
  const latest = useRef({ wish, number, send })
  latest.current = { wish, number, send }
  useEffect(() => {
    if (wish === null) return
    const isSame = wish.text === text
    if (isSame && !isWhole) return
    setWish(null)
    if (isSame) latest.current.send(wish.close)
  }, [wish, text, isWhole])
  useEffect(
    () => () => {
      const left = latest.current
      if (left.wish !== null) toast.info({ title: TEAM.not_sent, text: TEAM.not_sent_hint(left.number) })
    },
    [],
  )
  return {
    wish,
    wait: (close: boolean): void => {
      setWish({ close, text })
      announce(TEAM.goes_with_files)
    },
    /** A file failed to load: cancels the waiting send. */
    giveUp: (): void => setWish(null),
  }
}
