import { uuid } from '@podmoga/contract/fields/uuid'
import { Refusal } from '@podmoga/contract/refusals'
import { toast } from '@podmoga/ui/toast/toast'
import { isOnline } from '@podmoga/web/connectivity'
import { explain, isRefusal } from '@podmoga/web/explain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useDraft } from '../drafts.ts'
import { ticketListQuery } from '../tickets.api.ts'
import {
  HANDOVER_DRAFT,
  Handing,
  handOver,
  takeHandoverBack,
  type UnsentHandover,
  unsentQuery,
} from './shift.api.ts'
import { SHIFT } from './shift.texts.ts'

interface HandingDraft {
  note: string
  /** Open tickets to leave out of the handover; all others are included. */
  left_out: readonly string[]
  /** The last attempt: unchanged content keeps its key. */
  attempt: { key: string; content: string } | null
}
const EMPTY: HandingDraft = { note: '', left_out: [], attempt: null }
const isEmpty = ({ note, left_out }: HandingDraft) => note === '' && left_out.length === 0

/** The handover form: its draft, sending it under one idempotency key, and taking back an unsent one. */
export function useHandoverForm(onDone: () => void) {
  const scope = useScope()
  const queryClient = useQueryClient()
  const list = useQuery(ticketListQuery(scope, { status: 'awaiting_response', page: 1 }))
  const open = list.data?.results ?? []
  const unsent = useQuery(unsentQuery(scope))
  const draft = useDraft(HANDOVER_DRAFT, EMPTY, isEmpty)
  const [isTouched, setTouched] = useState(false)
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { note, left_out } = draft.value
  const handedOf = (tickets: typeof open) =>
    tickets.map(({ id }) => String(id)).filter((id) => !left_out.includes(id))
  const parsed = Handing.safeParse({ note, ticket_ids: handedOf(open) })
  const error = isTouched && !parsed.success ? parsed.error.issues[0]?.message : refused.note

  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (isPending) return
    if (!parsed.success) return field.current?.focus()
    setPending(true)
    setProblem(null)
    setRefused({})
    // If submitted before the list has loaded, wait for it, so that its tickets are included. Offline only the note is handed
    // over.
    const listed = list.data ?? (isOnline() ? (await list.refetch({ cancelRefetch: false })).data : undefined)
    if (listed === undefined && isOnline()) {
      setProblem(SHIFT.failed)
      return setPending(false)
    }
    const ticket_ids = handedOf(listed?.results ?? [])
    const content = JSON.stringify([note, ticket_ids])
    const before = draft.latest.current.attempt
    const key = before?.content === content ? before.key : uuid()
    draft.change((now) => ({ ...now, attempt: { key, content } }))
    // The key is saved before sending, so that killing the app and pressing again does not hand over twice.
    await draft.save()
    try {
      const answer = await handOver(scope, key, { note, ticket_ids })
      toast.success({ title: answer === null ? SHIFT.kept : SHIFT.done })
      draft.clear()
      setTouched(false)
      onDone()
      await unsent.refetch()
    } catch (failure) {
      if (failure instanceof Refusal) setRefused(failure.fields)
      if (!isRefusal(failure, 'invalid')) setProblem(explain(failure) ?? SHIFT.failed)
    } finally {
      setPending(false)
    }
  }
  const takeBack = async (handover: UnsentHandover) => {
    const { key, ...given } = handover
    const content = JSON.stringify([given.note, given.ticket_ids])
    draft.change((now) =>
      isEmpty(now)
        ? {
            note: given.note,
            left_out: open.map(({ id }) => String(id)).filter((id) => !given.ticket_ids.includes(id)),
            attempt: { key, content },
          }
        : { ...now, note: `${given.note}\n\n${now.note}`, attempt: null },
    )
    await takeHandoverBack(scope, handover, draft.latest.current)
    await queryClient.invalidateQueries({ queryKey: unsentQuery(scope).queryKey })
    field.current?.focus()
  }
  /** Includes a ticket in the handover or leaves it out. */
  const setHanded = (id: string, isIn: boolean) =>
    draft.change((now) => ({
      ...now,
      left_out: isIn ? now.left_out.filter((one) => one !== id) : [...now.left_out, id],
    }))
  return {
    field,
    open,
    areTicketsKnown: list.data !== undefined,
    unsent: unsent.data ?? [],
    draft,
    error,
    problem,
    isPending,
    send,
    takeBack,
    setHanded,
  }
}
