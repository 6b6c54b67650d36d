import { isProcessed } from '@podmoga/contract/tickets'
import { getReopening, Unsolved } from '@podmoga/contract/tickets/reopening'
import { toast } from '@podmoga/ui/toast/toast'
import { DEFAULT_LIMITS } from '@podmoga/web/files/add-files'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { openOutbox } from '../../lib/offline/outbox.ts'
import { type Scope, useScope } from '../../lib/scope.tsx'
import { type DraftFilesValue, picksOf, useFiles } from '../attachments/use-files.ts'
import { useDraft } from '../drafts.ts'
import { replyOf } from '../outbox/outgoing.ts'
import { limitsQuery, ticketQuery } from '../tickets.api.ts'
import type { ReopeningData } from './reopen.ts'
import { REOPENING } from './reopening.texts.ts'

interface Draft extends DraftFilesValue {
  text: string
}
const EMPTY: Draft = { text: '', files: [] }
const isEmpty = ({ text, files, raw = [] }: Draft) => text === '' && files.length + raw.length === 0

/** An unsent «Не решено». */
export type OutgoingReopening = OutboxItem<ReopeningData>

const untilQuery = ({ restaurantId, call }: Scope, ticketId: string) =>
  queryOptions({
    queryKey: ['reopening', restaurantId, 'until', ticketId],
    queryFn: ({ signal }) => call(getReopening, { params: { ticketId } }, { signal }),
  })

/** Whether the ticket may be reopened. Offline this is assumed, and the server decides later. */
const useMayReopen = (scope: Scope, ticketId: string) => {
  const ticket = useQuery(ticketQuery(scope, ticketId)).data
  const isClosed = ticket !== undefined && isProcessed(ticket)
  const { data, fetchStatus } = useQuery({ ...untilQuery(scope, ticketId), enabled: isClosed })
  const inTime =
    data === undefined ? fetchStatus === 'paused' : data.until !== null && Date.parse(data.until) > Date.now()
  return { isClosed, isAllowed: isClosed && inTime }
}

/** The unsent reopening of this ticket: sent once; if refused, it waits for the user. */
const useOutgoing = (scope: Scope, ticketId: string, draft: string) => {
  const outbox = openOutbox(scope)
  const all = useSyncExternalStore(outbox.subscribe, outbox.all, outbox.all)
  const items = (all as readonly OutgoingReopening[]).filter(
    ({ kind, data }) => kind === 'reopening' && data.ticketId === ticketId,
  )
  return {
    items,
    add: ({ text, files }: Draft) =>
      outbox.add(
        {
          kind: 'reopening',
          queue: `reopening ${ticketId}`,
          resend: 'while_key_lives',
          data: { ticketId, text },
          files,
        },
        { draft },
      ),
    /** If the ticket is already open, the same text is sent as a reply. */
    asReply: ({ id, data, files }: OutgoingReopening) => outbox.add(replyOf(data, files), { item: id }),
    toDraft: (id: string, value: Draft) => outbox.toDraft(id, draft, value),
    remove: (id: string) => outbox.remove(id),
  }
}

/** «Не решено» of one ticket: its draft and the unsent message. */
export function useReopening(ticketId: string) {
  const scope = useScope()
  const cache = useQueryClient()
  const name = `reopening ${ticketId}`
  const { isClosed, isAllowed } = useMayReopen(scope, ticketId)
  const outgoing = useOutgoing(scope, ticketId, name)
  const limits = useQuery({ ...limitsQuery(scope), enabled: isAllowed }).data ?? DEFAULT_LIMITS
  const { value, change, left, latest, isReady } = useDraft(name, EMPTY, isEmpty)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const [isTouched, setTouched] = useState(false)
  const [isSent, setSent] = useState(false)
  const files = useFiles({
    latest,
    limits,
    setFiles: (next) => change((now) => ({ ...now, ...next })),
    isReady,
  })

  const isSending = outgoing.items.some(({ state }) => state === 'sending')
  const isAnyLeft = outgoing.items.length > 0
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && !isAnyLeft) {
      setSent(true)
      toast.success(REOPENING.sent)
    }
    wasSending.current = isSending
  }, [isSending, isAnyLeft])
  useEffect(() => {
    if (!isClosed) setSent(false)
  }, [isClosed])

  const parsed = Unsolved.safeParse({ text: value.text })
  return {
    items: outgoing.items,
    isClosed,
    mayBegin: isAllowed && !isAnyLeft && !isSent,
    isOpen: isOpen ?? !isEmpty(value),
    setOpen,
    text: value.text,
    error: isTouched && !parsed.success ? parsed.error.issues[0]?.message : undefined,
    setText: (text: string) => change((now) => ({ ...now, text })),
    files,
    chosen: value.files,
    picks: picksOf(limits),
    /** Returns false if the text is invalid. */
    send: (): boolean => {
      setTouched(!parsed.success)
      if (!parsed.success) return false
      files.whenReady(() => {
        outgoing.add(latest.current)
        left()
        setOpen(null)
      })
      return true
    },
    takeBack: async ({ id, data, files }: OutgoingReopening) => {
      change(() => ({ text: data.text, files }))
      await outgoing.toDraft(id, latest.current)
    },
    asReply: async (item: OutgoingReopening) => {
      const { openTicketOutbox } = await import('../outbox/use-outbox.ts')
      openTicketOutbox(scope, cache)
      outgoing.asReply(item)
    },
    remove: outgoing.remove,
  }
}
