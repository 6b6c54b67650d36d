import { outboxStore } from '../../lib/offline/outbox.ts'
import type { ReplyDraft } from './use-reply.ts'

/** Which ticket answers under the number of one that was merged into it; null: the ticket itself, or nothing yet. */
export const survivorOf = (
  ticketId: string,
  answered: { id?: string | undefined } | undefined,
): string | null => (answered?.id === undefined || answered.id === ticketId ? null : answered.id)

/**
 * What was being written under one key of the drafts goes on under another, after what stands there already; `keep`
 * writes down first what is only on the screen.
 */
export const takeAlong = async (from: string, to: string, keep: () => Promise<unknown>): Promise<void> => {
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
