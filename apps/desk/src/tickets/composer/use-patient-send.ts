import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { useEffect, useRef, useState } from 'react'
import { TEAM } from '../team.texts.ts'

interface PatientNeeds {
  /** What is written now: changed, it does not go by itself. */
  text: string
  /** Nothing that belongs to the reply is still on its way. */
  isWhole: boolean
  /** The reply goes as it stands now; `close` closes its ticket. */
  send: (close: boolean) => void
  number: number | undefined
}

/**
 * A press to send while files are still coming: the reply goes by itself, once, with the last of them. Who leaves the
 * ticket before that is told that it stays a draft.
 */
export function usePatientSend({ text, isWhole, send, number }: PatientNeeds) {
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
    /** It lacks what it waited for: it does not go by itself. */
    giveUp: (): void => setWish(null),
  }
}
