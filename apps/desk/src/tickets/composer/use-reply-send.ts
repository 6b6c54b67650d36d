import { useArrivals } from '../queue/use-arrivals.ts'
import { TEAM } from '../team.texts.ts'
import { TICKETS } from '../tickets.texts.ts'
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
  /** Answers whether it is on the disk. */
  onSend: (reply: Reply) => Promise<boolean>
  /** Goes on to the next ticket. */
  onNext: () => void
}

/** Sends what is written as a reply: not before it is whole, nor with a place left to fill in. */
export function useReplySend({ person, ticketId, number, writing, onSend, onNext }: ReplySend) {
  const { draft, setProblem, area, isEmpty, tooLong, receive, sayMore } = writing
  const { text, files } = draft
  const [way, setWay] = useSendWay()
  const coming = useArrivals(person, ticketId, {
    onFile: (file) => {
      if (!receive(file)) patient.giveUp()
    },
    onLost: (name) => {
      sayMore(TEAM.canned_file_lost(name))
      patient.giveUp()
    },
  })
  const isWhole = draft.isRead && coming.length === 0

  const send = (close: boolean) => {
    if (isEmpty) {
      if (files.length > 0) setProblem(TICKETS.text_for_files)
      area.current?.focus()
      return
    }
    if (tooLong) return
    const open = unfilled(text)
    if (open.length > 0) {
      setProblem(TEAM.fill(open.join(', ')))
      const at = text.indexOf(open[0] ?? '')
      area.current?.focus()
      area.current?.setSelectionRange(at, at + (open[0]?.length ?? 0))
      return
    }
    if (!isWhole) return patient.wait(close)
    draft.left(onSend({ ticket_id: ticketId, text, files: [...files], close }))
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
