import type { Call } from '@podmoga/contract/client'
import type { Message } from '@podmoga/contract/tickets'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { inOrder } from '../conversation/conversation.ts'
import { messagesQuery } from '../tickets.api.ts'
import { drafts } from './drafts.ts'

/**
 * What colleagues have answered after the message `seen`, the oldest first. A message that is not among these is older
 * than them where they are not all (`isWhole`), and else of another conversation.
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

/** The newest message that was there when a draft began, kept beside it; what colleagues have answered since. */
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
    /** What a reply that goes now has seen: what its author writes on over is no news. */
    seen: answered.length > 0 ? wanted : newest,
    /** All of it is known now; the newest message. */
    pass: (): string | undefined => {
      if (newest !== undefined) begin(newest)
      return newest
    },
  }
}

export type DraftGuard = ReturnType<typeof useDraftGuard>
