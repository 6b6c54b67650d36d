import { isBlank } from '@podmoga/contract/fields/fields'
import { Reply } from '@podmoga/contract/tickets'
import { DEFAULT_LIMITS } from '@podmoga/web/files/add-files'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { type DraftFilesValue, picksOf, useFiles } from '../attachments/use-files.ts'
import { useDraft } from '../drafts.ts'
import type { OutgoingReply } from '../outbox/outgoing.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { limitsQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { readSeen } from './last-seen.ts'
import { afterChange, isSameContent } from './reply-origin.ts'

export interface ReplyDraft extends DraftFilesValue {
  text: string
  /** Id of the failed reply that this text was restored from. */
  from: string | null
}

const EMPTY: ReplyDraft = { text: '', files: [], from: null }
const contentOf = ({ data: { text }, files, state }: OutgoingReply) => ({ text, files, state })
const isEmpty = ({ text, files, raw = [] }: ReplyDraft) => text === '' && files.length + raw.length === 0

/** Keeps the field in sync with the failed reply that its text was restored from. Returns the ids of replies sent from here. */
function useOrigin(
  { change, clear, latest }: ReturnType<typeof useDraft<ReplyDraft>>,
  { items, wasSentElsewhere, remove }: ReturnType<typeof useOutbox>,
  onFinal: (problem: string) => void,
) {
  const sentHere = useRef(new Set<string>())
  const known = useRef<OutgoingReply | null>(null)
  useEffect(() => {
    for (const item of items) {
      if (item.state !== 'failed' || !sentHere.current.delete(item.id)) continue
      // A failed reply is restored to the field for editing, unless something else is being written.
      const isFree = isEmpty(latest.current)
      if (!isFree) continue
      // A reply that the server will never accept is removed from the outbox, so that only the field has it.
      const isFinal = item.is_final === true
      change(() => ({ text: item.data.text, files: item.files, from: isFinal ? null : item.id }))
      if (!isFinal) continue
      remove(item.id)
      onFinal([item.problem, TICKETS.mend_files].filter(Boolean).join(' '))
    }
    const { from } = latest.current
    if (from === null) return
    const origin = items.find((item) => item.id === from)
    const last = known.current?.id === from ? known.current : null
    const next = afterChange(
      latest.current,
      origin && contentOf(origin),
      last && contentOf(last),
      wasSentElsewhere(from),
    )
    known.current = origin ?? last
    if (next === 'is_free') change((now) => ({ ...now, from: null }))
    if (next !== 'goes') return
    sentHere.current.add(from)
    clear()
  }, [items, change, clear, latest, wasSentElsewhere, remove, onFinal])
  return sentHere
}

/** The reply being written: its draft, files, error, and sending it. */
export function useReply(ticketId: string, outbox: ReturnType<typeof useOutbox>) {
  const scope = useScope()
  const limits = useQuery(limitsQuery(scope)).data ?? DEFAULT_LIMITS
  const draft = useDraft(ticketId, EMPTY, isEmpty)
  const [isTouched, setTouched] = useState(false)
  // The blur after sending does not mean that a required field was left empty.
  const isFresh = useRef(false)
  const { text, files } = draft.value
  const { change, left, latest, save } = draft
  const attached = useFiles({
    latest,
    limits,
    setFiles: (value) => change((now) => ({ ...now, ...value })),
    isReady: draft.isReady,
  })

  const sentHere = useOrigin(draft, outbox, attached.setProblem)

  const sendFrom = (origin: OutgoingReply | undefined) => {
    const reply = latest.current
    setTouched(false)
    attached.setProblem('')
    isFresh.current = true
    left()
    if (origin !== undefined && isSameContent(contentOf(origin), reply)) {
      sentHere.current.add(origin.id)
      return outbox.retryFromDraft(origin.id)
    }
    const seen = readSeen(scope, ticketId) ?? undefined
    sentHere.current.add(outbox.add({ text: reply.text, files: reply.files, seen }, origin?.id))
  }
  const send = () => {
    const { text, from } = latest.current
    if (!Reply.safeParse({ text }).success) return
    if (from === null) return sendFrom(undefined)
    // The failed reply may still be loading from disk.
    void outbox.whenRestored().then((all) => {
      if (latest.current.from === from)
        sendFrom(all.find(({ id, state }) => id === from && state === 'failed'))
    })
  }
  const latestSend = useRef(send)
  latestSend.current = send

  const parsed = Reply.safeParse({ text })
  const problem = parsed.success ? undefined : parsed.error.issues[0]?.message
  const isTooMuch = !parsed.success && !isBlank(text)

  return {
    text,
    files,
    picks: picksOf(limits),
    fileProblem: attached.problem,
    error: isTouched || isTooMuch ? problem : undefined,
    isSendable: parsed.success,
    setText: (next: string) => {
      isFresh.current = false
      // Emptying the field starts another reply: the failed one stays unchanged.
      change((now) => ({ ...now, text: next, from: next === '' && now.files.length === 0 ? null : now.from }))
    },
    touch: () => {
      if (!isFresh.current) setTouched(true)
    },
    addFiles: attached.add,
    setFileProblem: attached.setProblem,
    removeFile: attached.remove,
    replaceFile: attached.replace,
    note: attached.note,
    /** Saves the draft at once; does not overwrite a stored draft that has not been loaded yet. */
    keep: async () => {
      if (!isEmpty(latest.current)) await save()
    },
    /** Sends the reply; if it equals the failed one, that one is retried. */
    send: () => attached.whenReady(() => latestSend.current()),
    /** Retries a failed reply. If it has been restored to the field, the field's version is sent, so that only one is. */
    retry: (id: string) => {
      if (latest.current.from !== id || isEmpty(latest.current)) return outbox.retry(id)
      setTouched(true)
      attached.whenReady(() => latestSend.current())
    },
    /** Removes a file from an unsent reply, and from the field if the reply was restored there. */
    dropFile: (id: string, file: File) => {
      outbox.dropFile(id, file)
      const { from, files } = latest.current
      const same = files.find(({ name, size }) => name === file.name && size === file.size)
      if (from === id && same !== undefined) attached.remove(same)
    },
  }
}
