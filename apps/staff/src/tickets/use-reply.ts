import { isBlank } from '@podmoga/contract/fields'
import { Reply } from '@podmoga/contract/tickets'
import { DEFAULT_LIMITS } from '@podmoga/web/files/add-files'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { useDraft } from './drafts.ts'
import { limitsQuery } from './tickets.api.ts'
import type { useDispatch } from './use-dispatch.ts'
import { useFiles } from './use-files.ts'

export interface ReplyDraft {
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
export function useReply(ticketId: string, dispatch: ReturnType<typeof useDispatch>) {
  const limits = useQuery(limitsQuery(usePlace())).data ?? DEFAULT_LIMITS
  const draft = useDraft(ticketId, EMPTY, isEmpty)
  const [isTouched, setTouched] = useState(false)
  // The blur after a sent reply is no sign of a forgotten field.
  const isFresh = useRef(false)
  const sentHere = useRef(new Set<string>())
  const { text, files } = draft.value

  const { items } = dispatch
  const { change, clear, latest, save } = draft
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

  const attached = useFiles({ latest, limits, setFiles: (files) => change((now) => ({ ...now, files })) })

  const send = () => {
    const reply = latest.current
    if (!Reply.safeParse({ text: reply.text }).success) return
    const origin = items.find((item) => item.id === reply.from && item.state === 'failed')
    setTouched(false)
    attached.setProblem('')
    isFresh.current = true
    clear()
    if (origin !== undefined && isSameContent(origin, reply)) {
      sentHere.current.add(origin.id)
      return dispatch.retry(origin.id)
    }
    if (origin !== undefined) dispatch.remove(origin.id)
    sentHere.current.add(dispatch.add({ text: reply.text, files: reply.files }))
  }
  const latestSend = useRef(send)
  latestSend.current = send

  const parsed = Reply.safeParse({ text })
  const problem = parsed.success ? undefined : parsed.error.issues[0]?.message
  const isTooMuch = !parsed.success && !isBlank(text)

  return {
    text,
    files,
    accept: limits.accept,
    fileProblem: attached.problem,
    error: isTouched || isTooMuch ? problem : undefined,
    isSendable: parsed.success,
    setText: (next: string) => {
      isFresh.current = false
      change((now) => ({ ...now, text: next }))
    },
    touch: () => {
      if (!isFresh.current) setTouched(true)
    },
    addFiles: attached.add,
    setFileProblem: attached.setProblem,
    removeFile: attached.remove,
    replaceFile: attached.replace,
    note: attached.note,
    /** Writes down at once what there is; a stored draft that has not come yet is left alone. */
    keep: async () => {
      if (!isEmpty(latest.current)) await save()
    },
    /** Puts the reply on its way; the same words as a failed one go as that one. */
    send: () => attached.whenReady(() => latestSend.current()),
  }
}
