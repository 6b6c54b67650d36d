import type { RefObject } from 'react'
import { useArrivals } from '../queue/use-arrivals.ts'
import { COMPOSER } from './composer.texts.ts'
import type { DraftGuard } from './draft-guard.ts'
import type { Reply } from './outbox.kinds.ts'
import { unfilled } from './placeholders.ts'
import { useSendWay } from './send-way.tsx'
import { usePatientSend } from './use-patient-send.ts'
import type { Writing } from './use-writing.ts'

interface ReplySend {
  person: string
  ticketId: string
  number: number | undefined
  writing: Writing
  guard: DraftGuard
  /** Where it is to be decided whether the reply goes though a colleague has answered. */
  anyway: RefObject<HTMLButtonElement | null>
  /** Answers whether it is on the disk. */
  onSend: (reply: Reply) => Promise<boolean>
  /** Goes on to the next ticket. */
  onNext: () => void
}

/** Sends what is written as a reply: not before it is whole, nor with a place left to fill in. */
export function useReplySend({ person, ticketId, number, writing, ...does }: ReplySend) {
  const { guard, anyway, onSend, onNext } = does
  const { draft, setProblem, area, isEmpty, tooLong, receive, sayMore } = writing
  const { text, files } = draft
  const [way, setWay] = useSendWay()
  const coming = useArrivals(person, ticketId, {
    onFile: (file) => {
      if (!receive(file)) patient.giveUp()
    },
    onLost: (name) => {
      sayMore(COMPOSER.canned_file_lost(name))
      patient.giveUp()
    },
  })
  const isWhole = draft.isRead && coming.length === 0

  /** `isAnyway`: though a colleague has answered since the draft began. */
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
    if (!isWhole) return patient.wait(close)
    draft.left(onSend({ ticket_id: ticketId, text, files: [...files], close, seen }))
    setProblem('')
    if (way === 'next') onNext()
    else area.current?.focus()
  }
  const patient = usePatientSend({ text, isWhole, send, number })
  return {
    way,
    setWay,
    send,
    /** Files that are still on their way. */
    coming,
    /** The press that waits for them. */
    wish: patient.wish,
  }
}

export type Sending = ReturnType<typeof useReplySend>
