import { announce } from '@podmoga/ui/live-region/live-region'
import { isOnline } from '@podmoga/web/connectivity'
import { DEFAULT_LIMITS } from '@podmoga/web/files/add-files'
import { mayTakeBack } from '@podmoga/web/outbox/item'
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { picksOf, useFiles } from '../attachments/use-files.ts'
import { useDraft } from '../drafts.ts'
import { type OutgoingTicket, ticketOf } from '../outbox/outgoing.ts'
import { takeBack, useNewTickets } from '../outbox/use-outbox.ts'
import { limitsQuery } from '../tickets.api.ts'
import { type About, AboutContext } from './about.tsx'
import {
  attemptOf,
  type DraftTicket,
  draftOf,
  EMPTY,
  isBlankDraft,
  isEmptyDraft,
  outgoingOf,
} from './new-ticket.draft.ts'
import { errorsOf, FIELDS, type FieldName } from './new-ticket.rules.ts'
import { NEW_TICKET } from './new-ticket.texts.ts'

/** The draft's name: each device has a draft of its own. */
const draftName = (about: About | null): string => (about === null ? 'new' : `device ${about.fields.device}`)

/** Adds a text passed by another page; only once, though the history state keeps it over a reload. */
const appendText =
  (text: string) =>
  (form: DraftTicket): DraftTicket => {
    const { initial_message } = form
    if (initial_message.includes(text)) return form
    return { ...form, initial_message: initial_message === '' ? text : `${initial_message}\n\n${text}` }
  }

/** The form's draft with the text passed by another page; `wanted`: the failed ticket which that page wants to edit. */
function useTicketDraft() {
  const about = useContext(AboutContext)
  const name = draftName(about)
  const empty = useMemo(() => ({ ...EMPTY, ...about?.fields }), [about])
  /** Without the preset fields. */
  const own = (form: DraftTicket): DraftTicket =>
    about === null ? form : { ...form, device: '', category: '', topic: '' }
  const state: { initial_message?: unknown; take?: unknown } | null = useLocation().state
  const brought = state?.initial_message
  const draft = useDraft(
    name,
    empty,
    (form) => isBlankDraft(own(form)),
    typeof brought === 'string' && brought !== '' ? appendText(brought) : undefined,
  )
  return { draft, name, own, wanted: state?.take }
}

/** Navigates to the list once the ticket is sent, or waits for the network. */
function useGoToList(sent: string | null, item: OutgoingTicket | undefined): void {
  const navigate = useNavigate()
  const listHref = paths.tickets(useScope().restaurantId)
  const isWaiting = item?.state === 'waiting' && !isOnline()
  const isDone = sent !== null && (item === undefined || item.state === 'sent')
  useEffect(() => {
    if (!isWaiting && !isDone) return
    if (isWaiting) announce(NEW_TICKET.ticket_waits)
    void navigate(listHref, { replace: true })
  }, [isWaiting, isDone, navigate, listHref])
}

interface TicketBack {
  draft: ReturnType<typeof useDraft<DraftTicket>>
  /** The draft's name. */
  name: string
  onItsWay: ReturnType<typeof useNewTickets>
  /** Id of the outbox item that this form has sent. */
  sent: string | null
  wanted: unknown
  own: (form: DraftTicket) => DraftTicket
  onBack: (back: OutgoingTicket) => void
}

/**
 * Restores a failed ticket to the form for editing: the one just sent from this form, the one requested, or any while the form is
 * empty.
 */
function useTicketBack({
  draft: { change, latest, isReady },
  name,
  onItsWay: { outbox, items },
  sent,
  wanted,
  own,
  onBack,
}: TicketBack): void {
  const taken = useRef(new Set<string>())
  const onRestored = useEffectEvent(onBack)
  const isUnwritten = useEffectEvent((form: DraftTicket) => isEmptyDraft(own(form)))
  const back = items.find(
    ({ id, key, state }) =>
      state === 'failed' &&
      !taken.current.has(id) &&
      (sent === null
        ? id === wanted || isEmptyDraft(latest.current) || latest.current.attempt?.key === key
        : id === sent),
  )
  useEffect(() => {
    if (!isReady || back === undefined) return
    taken.current.add(back.id)
    const other = latest.current
    // A draft being written is not lost: it moves to the outbox as a failed item.
    if (!isUnwritten(other) && other.attempt?.key !== back.key)
      outbox.add(ticketOf(outgoingOf(other)), {}, 'failed')
    change(({ raw = [] }) => ({ ...draftOf(back), raw }))
    void outbox.toDraft(back.id, name, latest.current)
    onRestored(back)
  }, [isReady, back, change, latest, outbox, name])
}

/** The new-ticket form: its draft, the errors to show, and submitting it once. */
export function useNewTicket() {
  const scope = useScope()
  const limits = useQuery(limitsQuery(scope)).data ?? DEFAULT_LIMITS
  const onItsWay = useNewTickets()
  const { outbox, items } = onItsWay
  const { draft, name: draftKey, own, wanted } = useTicketDraft()
  const { change, left, latest, save, isReady } = draft
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const isSending = useRef(false)
  const elements = useRef<Partial<Record<FieldName, HTMLElement | null>>>({})

  const item = items.find(({ id }) => id === sent)
  const isPending = item !== undefined && item.state !== 'failed'
  useGoToList(sent, item)
  useTicketBack({
    draft,
    name: draftKey,
    onItsWay,
    sent,
    wanted,
    own,
    onBack: (back) => {
      isSending.current = false
      setSent(null)
      setProblem(back.problem)
      setRefused(back.fields ?? {})
    },
  })

  const set = (part: Partial<DraftTicket>) => {
    if (isSending.current) return
    setProblem(null)
    setRefused({})
    change((now) => ({ ...now, ...part }))
  }

  const attached = useFiles({ latest, limits, setFiles: set, isReady })

  const send = () => {
    if (isSending.current) return
    isSending.current = true
    setProblem(null)
    // Unchanged content keeps its idempotency key, so that a retry after a lost answer creates no second ticket.
    change((now) => ({ ...now, attempt: attemptOf(now) }))
    setSent(outbox.add(ticketOf(outgoingOf(latest.current)), { draft: draftKey }).id)
    left()
  }

  // A draft stored by an older release may lack a field.
  const values = isPending ? draftOf(item) : { ...EMPTY, ...draft.value }
  const found = isPending ? {} : errorsOf(values)
  const errorOf = (name: FieldName) => (touched.has(name) ? found[name] : undefined) ?? refused[name]

  return {
    values,
    problem,
    fileProblem: attached.problem,
    isPending,
    progress: isPending ? { sent: item.sent_bytes, total: item.total_bytes } : null,
    /** Takes the ticket back, while that is possible: it may also wait for another tab's, or for a server that refuses for now. */
    cancel: isPending && mayTakeBack(item) ? () => void takeBack(outbox, item.id) : null,
    picks: picksOf(limits),
    /** Value, handlers and error of a field; `ref` gets the element to focus when the field is invalid. */
    field: (name: FieldName) => ({
      ref: (element: HTMLElement | null) => {
        elements.current[name] = element
      },
      value: values[name],
      onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
      onBlur: () => setTouched((names) => new Set([...names, name])),
      error: errorOf(name),
    }),
    setCategory: (category: string) => {
      setTouched((names) => new Set([...names].filter((name) => name !== 'topic')))
      set({ category, topic: '' })
    },
    dropDevice: () => set({ device: '' }),
    addFiles: attached.add,
    /** Runs the callback once everything added so far is stored on the device. */
    whenKept: (work: () => void) => void save().then(work),
    /** The stored draft has been loaded. */
    isReady,
    removeFile: attached.remove,
    replaceFile: attached.replace,
    note: attached.note,
    /** Removes a file from the running request; the rest is sent at once, as new content. */
    cancelFile: (file: File) => sent !== null && void outbox.dropFile(sent, file),
    /** Submits the form, or focuses the first invalid field. */
    submit: (): void => {
      if (isSending.current) return
      setTouched(new Set(FIELDS))
      const wrong = FIELDS.find((name) => errorsOf(latest.current)[name] !== undefined)
      if (wrong === undefined) attached.whenReady(send)
      else elements.current[wrong]?.focus()
    },
  }
}
