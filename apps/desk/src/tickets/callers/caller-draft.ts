import { uuid } from '@podmoga/contract/fields/uuid'
import { Caller } from '@podmoga/contract/tickets/callers'
import { useState } from 'react'
import { z } from 'zod'
import { drafts } from '../composer/drafts.ts'

/** What was written down of a call so far. */
const CallerDraft = z.object({
  customer: Caller.nullable(),
  restaurant: z.string(),
  category: z.string(),
  topic: z.string(),
  text: z.string(),
  /** Under which it goes out: the same until something is changed, over a reload too, for an answer may have been lost. */
  key: z.string(),
})
type CallerDraft = z.infer<typeof CallerDraft>

const EMPTY = { customer: null, restaurant: '', category: '', topic: '', text: '' }
const NAME = 'caller'

const readDraft = (person: string): CallerDraft => {
  try {
    return CallerDraft.parse(JSON.parse(drafts.text(person, NAME)))
  } catch {
    // Nothing, or of another release.
    return { ...EMPTY, key: uuid() }
  }
}

/** The ticket of a call as it is being written down: kept in this browser, for this person, until it is opened. */
export function useCallerDraft(person: string, known: Partial<Pick<CallerDraft, 'customer' | 'restaurant'>>) {
  const [draft, setDraft] = useState<CallerDraft>(() => {
    const kept = readDraft(person)
    // Whoever is named by the page is meant; the words of a call that was left stay.
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
