import { outboxStore } from '../../lib/offline/outbox.ts'
import type { ReplyDraft } from './use-reply.ts'

/** The ticket that a merged ticket's number now leads to; null if it was not merged, or there is no answer yet. */
export const survivorOf = (
  ticketId: string,
  answered: { id?: string | undefined } | undefined,
): string | null => (answered?.id === undefined || answered.id === ticketId ? null : answered.id)

/** Moves a draft to another key, appending it to a draft already there; `keep` saves first what has not been saved yet. */
export const moveDraft = async (from: string, to: string, keep: () => Promise<unknown>): Promise<void> => {
  await keep()
  const [mine, there] = await Promise.all([
    outboxStore.db.get<ReplyDraft>('drafts', from),
    outboxStore.db.get<ReplyDraft>('drafts', to),
  ])
  if (mine === null) return
  const text = [there?.text ?? '', mine.text].filter((part) => part !== '').join('\n\n')
  const both = (name: 'files' | 'raw') => [...(there?.[name] ?? []), ...(mine[name] ?? [])]
  const raw = both('raw')
  const value = { ...mine, text, files: both('files'), ...(raw.length > 0 && { raw }) }
  await outboxStore.db.write([
    { store: 'drafts', key: to, value },
    { store: 'drafts', key: from },
  ])
}
