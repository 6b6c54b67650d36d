import { isBlank } from '@podmoga/contract/fields'
import { Reply } from '@podmoga/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usePlace } from '../app/place.tsx'
import { useDraft } from './drafts.ts'
import { addFiles as takeFiles } from './ticket-files.ts'
import { DEFAULT_LIMITS, limitsQuery } from './tickets.api.ts'
import type { useOutbox } from './use-outbox.ts'

interface ReplyDraft {
  text: string
  files: readonly File[]
  /** The failed reply these words came back from. */
  from: string | null
}

const EMPTY: ReplyDraft = { text: '', files: [], from: null }
const isEmpty = ({ text, files }: ReplyDraft) => text === '' && files.length === 0

const isSameContent = (one: Pick<ReplyDraft, 'text' | 'files'>, other: Pick<ReplyDraft, 'text' | 'files'>) =>
  one.text === other.text &&
  one.files.length === other.files.length &&
  one.files.every((file, at) => file.name === other.files[at]?.name && file.size === other.files[at]?.size)

/** The reply being written: its draft, its files, its one error, and sending it. */
export function useReply(ticketId: string, outbox: ReturnType<typeof useOutbox>) {
  const limits = useQuery(limitsQuery(usePlace())).data ?? DEFAULT_LIMITS
  const draft = useDraft(ticketId, EMPTY, isEmpty)
  const [isTouched, setTouched] = useState(false)
  const [fileProblem, setFileProblem] = useState('')
  // The blur after a sent reply is no sign of a forgotten field.
  const isFresh = useRef(false)
  const sentHere = useRef(new Set<string>())
  const { text, files, from } = draft.value

  const { items } = outbox
  const { change, clear, latest } = draft
  useEffect(() => {
    for (const item of items) {
      if (item.state !== 'failed' || !sentHere.current.delete(item.id)) continue
      // What could not be sent comes back to be mended, unless something else is being written already.
      change((now) => (isEmpty(now) ? { text: item.text, files: item.files, from: item.id } : now))
    }
    const { from } = latest.current
    const origin = items.find((item) => item.id === from)
    if (from === null || origin?.state === 'failed') return
    if (origin !== undefined && isSameContent(origin, latest.current)) {
      sentHere.current.add(origin.id)
      clear()
    } else change((now) => ({ ...now, from: null }))
  }, [items, change, clear, latest])

  const parsed = Reply.safeParse({ text })
  const problem = parsed.success ? undefined : parsed.error.issues[0]?.message
  const isTooMuch = !parsed.success && !isBlank(text)

  return {
    text,
    files,
    accept: limits.accept,
    fileProblem,
    error: isTouched || isTooMuch ? problem : undefined,
    isSendable: parsed.success,
    setText: (next: string) => {
      isFresh.current = false
      change((now) => ({ ...now, text: next }))
    },
    touch: () => {
      if (!isFresh.current) setTouched(true)
    },
    /** `said` is what the control itself has already found wrong with other files of the same choice. */
    addFiles: (added: readonly File[], said = '') => {
      const taken = takeFiles(latest.current.files, added, limits)
      setFileProblem([said, taken.problem].filter(Boolean).join(' '))
      change((now) => ({ ...now, files: taken.files }))
    },
    setFileProblem,
    removeFile: (file: File) => {
      setFileProblem('')
      change((now) => ({ ...now, files: now.files.filter((one) => one !== file) }))
    },
    /** Puts the reply on its way; the same words as a failed one go as that one. */
    send: () => {
      const reply = latest.current
      if (!Reply.safeParse({ text: reply.text }).success) return
      const origin = items.find((item) => item.id === from && item.state === 'failed')
      setTouched(false)
      setFileProblem('')
      isFresh.current = true
      clear()
      if (origin !== undefined && isSameContent(origin, reply)) {
        sentHere.current.add(origin.id)
        return outbox.retry(origin.id)
      }
      if (origin !== undefined) outbox.remove(origin.id)
      sentHere.current.add(outbox.add({ text: reply.text, files: reply.files }))
    },
  }
}
