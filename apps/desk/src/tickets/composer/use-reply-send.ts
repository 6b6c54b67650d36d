import type { RefObject } from 'react'
import { useArrivals } from '../queue/use-arrivals.ts'
import { COMPOSER } from './composer.texts.ts'
import type { DraftGuard } from './draft-guard.ts'
import type { Reply } from './outbox.kinds.ts'
import { unfilled } from './placeholders.ts'
import { useSendWay } from './send-way.tsx'
import { useWaitingSend } from './use-waiting-send.ts'
import type { Writing } from './use-writing.ts'

interface ReplySend {
  person: string
  ticketId: string
  number: number | undefined
  writing: Writing
  guard: DraftGuard
  /** The "send anyway" button shown when a colleague has replied. */
  anyway: RefObject<HTMLButtonElement | null>
  /** Resolves to whether the reply is stored on disk. */
  onSend: (reply: Reply) => Promise<boolean>
  /** Opens the next ticket. */
  onNext: () => void
}

/** Sends the draft as a reply, once all files have loaded and no placeholder is left unfilled. */
export function useReplySend({ person, ticketId, number, writing, ...does }: ReplySend) {
  const { guard, anyway, onSend, onNext } = does
  const { draft, setProblem, area, isEmpty, tooLong, receive, addProblem } = writing
  const { text, files } = draft
  const [way, setWay] = useSendWay()
  const coming = useArrivals(person, ticketId, {
    onFile: (file) => {
      if (!receive(file)) waiting.giveUp()
    },
    onLost: (name) => {
      addProblem(COMPOSER.canned_file_lost(name))
      waiting.giveUp()
    },
  })
  const isWhole = draft.isRead && coming.length === 0

  /** `isAnyway`: even though a colleague has replied since the draft was begun. */
  const send = (close: boolean, isAnyway = false) => {
    if (isEmpty) {
      if (files.length > 0) setProblem(COMPOSER.text_for_files)
      area.current?.focus()
      return
    }
    if (tooLong) return
    const open = unfilled(text)
    if (open.length > 0) {
      setProblem(COMPOSER.fill(open.join(', ')))
      const at = text.indexOf(open[0] ?? '')
      area.current?.focus()
      area.current?.setSelectionRange(at, at + (open[0]?.length ?? 0))
      return
    }
    if (guard.answered.length > 0 && !isAnyway) return anyway.current?.focus()
    const seen = isAnyway ? guard.pass() : guard.seen
    if (!isWhole) return waiting.wait(close)
    draft.left(onSend({ ticket_id: ticketId, text, files: [...files], close, seen }))
    setProblem('')
    if (way === 'next') onNext()
    else area.current?.focus()
  }
  const waiting = useWaitingSend({ text, isWhole, send, number })
  return {
    way,
    setWay,
    send,
    /** Names of files that are still loading. */
    coming,
    /** The pending send that waits for them. */
    wish: waiting.wish,
  }
}

export type Sending = ReturnType<typeof useReplySend>
