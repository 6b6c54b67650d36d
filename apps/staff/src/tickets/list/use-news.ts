import type { Message } from '@podmoga/contract/tickets'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { onIncoming } from '../conversation/incoming.ts'
import { readSeen, writeSeen } from '../conversation/last-seen.ts'
import { firstNew, isForeign } from '../conversation/messages.ts'
import { ticketsRoot } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'

const ANNOUNCED_LETTERS = 120

interface CachedList {
  results: { id: string; unread?: number }[]
}

/** The unread count of a ticket in the cached lists; undefined if no list is cached. */
function useListedUnread(ticketId: string): number | undefined {
  const { restaurantId } = useScope()
  const queryClient = useQueryClient()
  const [unread] = useState(
    () =>
      queryClient
        .getQueriesData<CachedList>({ queryKey: [...ticketsRoot(restaurantId), 'list'] })
        .flatMap(([, list]) => list?.results ?? [])
        .find((ticket) => ticket.id === ticketId)?.unread,
  )
  return unread
}

const announceMessage = ({ user_name, from_support, text }: Message): void =>
  announce(
    TICKETS.incoming(
      user_name ?? (from_support ? TICKETS.support : TICKETS.someone),
      text.slice(0, ANNOUNCED_LETTERS),
    ),
  )

interface NewsInput {
  ticketId: string
  messages: readonly Message[]
  /** The messages reach the newest one. */
  isNewest: boolean
  /** They were fetched during this visit, not cached from an earlier one. */
  isFresh: boolean
  /** They are prerendered, and so fetched a moment ago. */
  isDrawn: boolean
  isAtBottom: boolean
  /** Whether the message was sent from this device. */
  isOwn: (message: Message) => boolean
}

/**
 * What is new in an open conversation: the message before which the divider is shown (fixed once the page is open), and how many
 * messages arrived while the end was not visible. Each incoming message is announced once.
 */
export function useNews({ ticketId, messages, isNewest, isFresh, isDrawn, isAtBottom, isOwn }: NewsInput) {
  const scope = useScope()
  const unread = useListedUnread(ticketId)
  // If the backend marks unread messages, the divider is there from the first frame: appearing later would move the page.
  const [divider, setDivider] = useState<string | null | undefined>(() =>
    isFresh || isDrawn ? messages.find((message) => message.is_unread)?.id : undefined,
  )
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const known = useRef<Set<string> | null>(null)

  useEffect(() => {
    if (!isFresh || !isNewest || messages.length === 0) return
    const newest = messages.at(-1)
    if (divider === undefined) setDivider(firstNew(messages, { unread, lastSeen: readSeen(scope, ticketId) }))
    if (newest) writeSeen(scope, ticketId, newest.id)
    const before = known.current
    known.current = new Set([...(before ?? []), ...messages.map(({ id }) => id)])
    if (before === null) return
    const lastBefore = messages.findLastIndex(({ id }) => before.has(id))
    const incoming = messages.slice(lastBefore + 1).filter((message) => isForeign(message) && !isOwn(message))
    const last = incoming.at(-1)
    if (last === undefined || lastBefore < 0) return
    announceMessage(last)
    if (!isAtBottom) setWaiting((ids) => [...new Set([...ids, ...incoming.map(({ id }) => id)])])
  }, [messages, isNewest, isFresh, isAtBottom, divider, unread, scope, ticketId, isOwn])

  // Covers older pages, where an incoming message is not among the loaded ones.
  const onMessage = useEffectEvent((ticket: string, message: Message) => {
    if (isNewest || ticket !== ticketId || !isForeign(message) || isOwn(message)) return
    announceMessage(message)
    setWaiting((ids) => [...new Set([...ids, message.id])])
  })
  useEffect(() => onIncoming((ticket, message) => onMessage(ticket, message)), [])

  if (isAtBottom && isNewest && waiting.length > 0) setWaiting([])
  return { divider: divider ?? null, waiting: waiting.length }
}
