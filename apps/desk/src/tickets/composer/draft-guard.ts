import type { Call } from '@podmoga/contract/client'
import type { Message } from '@podmoga/contract/tickets'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { inOrder } from '../conversation/conversation.ts'
import { messagesQuery } from '../tickets.api.ts'
import { drafts } from './drafts.ts'

/**
 * Colleagues' replies after the message `seen`, the oldest first. If `seen` is not found, it is older than the loaded
 * messages, or belongs to another conversation if all messages are loaded (`isWhole`).
 */
export const answeredSince = (
  messages: readonly Message[],
  seen: string,
  isWhole: boolean,
): readonly Message[] => {
  const at = messages.findIndex(({ id }) => id === seen)
  if (at < 0 && isWhole) return []
  return messages.slice(at + 1).filter((one) => one.from_support === true && one.is_mine !== true)
}

const NONE: readonly Message[] = []

/** Keeps the newest message at the time the draft was begun, and detects colleagues' replies since then. */
export function useDraftGuard(call: Call, person: string, ticketId: string, isEmpty: boolean) {
  const { data, hasNextPage } = useInfiniteQuery(messagesQuery(call, ticketId))
  const name = `seen-${ticketId}`
  const [begun, setBegun] = useState(() => drafts.text(person, name))
  const messages = useMemo(() => inOrder(data?.pages ?? []), [data])
  const newest = messages.at(-1)?.id
  const begin = (seen: string) => {
    setBegun(seen)
    drafts.keepText(person, name, seen)
  }
  const wanted = isEmpty ? '' : begun === '' ? (newest ?? '') : begun
  useEffect(() => {
    if (wanted === begun) return
    setBegun(wanted)
    drafts.keepText(person, name, wanted)
  }, [wanted, begun, person, name])
  const answered = useMemo(
    () => (wanted === '' ? NONE : answeredSince(messages, wanted, !hasNextPage)),
    [messages, wanted, hasNextPage],
  )
  return {
    answered,
    /** The newest message the author saw, sent with the reply. Unless a colleague has replied, all shown messages count. */
    seen: answered.length > 0 ? wanted : newest,
    /** Marks all messages as seen; returns the newest one's id. */
    pass: (): string | undefined => {
      if (newest !== undefined) begin(newest)
      return newest
    },
  }
}

export type DraftGuard = ReturnType<typeof useDraftGuard>
