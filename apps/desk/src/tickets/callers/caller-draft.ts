import { uuid } from '@podmoga/contract/fields/uuid'
import { Caller } from '@podmoga/contract/tickets/callers'
import { useState } from 'react'
import { z } from 'zod'
import { drafts } from '../composer/drafts.ts'

/** Draft of a caller's ticket. */
const CallerDraft = z.object({
  customer: Caller.nullable(),
  restaurant: z.string(),
  category: z.string(),
  topic: z.string(),
  text: z.string(),
  /** Idempotency key: renewed on every change, kept over reloads because a response may have been lost. */
  key: z.string(),
})
type CallerDraft = z.infer<typeof CallerDraft>

const EMPTY = { customer: null, restaurant: '', category: '', topic: '', text: '' }
const NAME = 'caller'

const readDraft = (person: string): CallerDraft => {
  try {
    return CallerDraft.parse(JSON.parse(drafts.text(person, NAME)))
  } catch {
    // No draft, or one written by another release.
    return { ...EMPTY, key: uuid() }
  }
}

/** State of a caller's ticket, kept in this browser for this person until the ticket is opened. */
export function useCallerDraft(person: string, known: Partial<Pick<CallerDraft, 'customer' | 'restaurant'>>) {
  const [draft, setDraft] = useState<CallerDraft>(() => {
    const kept = readDraft(person)
    // The caller given by the page wins; the text of an abandoned draft is kept.
    const isSame = known.customer == null || known.customer.id === kept.customer?.id
    return isSame ? kept : { ...kept, ...known, key: uuid() }
  })
  const change = (part: Partial<Omit<CallerDraft, 'key'>>) => {
    const next = { ...draft, ...part, key: uuid() }
    setDraft(next)
    drafts.keepText(person, NAME, JSON.stringify(next))
  }
  return { draft, change, drop: () => drafts.keepText(person, NAME, '') }
}
