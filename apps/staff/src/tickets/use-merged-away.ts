import type { Ticket } from '@podmoga/contract/tickets'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { localDb } from '../lib/local-db.ts'
import { paths } from '../lib/paths.ts'
import { usePlace } from '../lib/place.tsx'
import { draftKey } from './drafts.ts'
import type { ReplyDraft } from './use-reply.ts'

/** What was being written under the old number goes on under the new one. */
const moveDraft = async (from: string, to: string): Promise<void> => {
  const [mine, there] = await Promise.all([
    localDb.get<ReplyDraft>('drafts', from),
    localDb.get<ReplyDraft>('drafts', to),
  ])
  if (mine === null) return
  const text = [there?.text ?? '', mine.text].filter((part) => part !== '').join('\n\n')
  await localDb.put('drafts', to, { ...mine, text, files: [...(there?.files ?? []), ...mine.files] })
  await localDb.remove('drafts', from)
}

/**
 * Whoever opens a ticket that was merged into another one is led there, with the words that `keep` writes down. True
 * meanwhile: what is written now would stay behind.
 */
export function useMergedAway(
  ticketId: string,
  ticket: Ticket | undefined,
  keep: () => Promise<unknown>,
): boolean {
  const { person, restaurantId } = usePlace()
  const navigate = useNavigate()
  const id = ticket?.id
  const isAway = id !== undefined && id !== ticketId
  const leadOn = useEffectEvent(async (from: string, to: string) => {
    const keyOf = (name: string) => draftKey(person, restaurantId, name)
    await keep()
    await moveDraft(keyOf(from), keyOf(to))
    void navigate(paths.ticket(restaurantId, to), { replace: true })
  })
  useEffect(() => {
    if (isAway) void leadOn(ticketId, id)
  }, [isAway, id, ticketId])
  return isAway
}
