import { toast } from '@podmoga/ui/toast/toast'
import { keepWords } from '@podmoga/web/outbox/keep-words'
import { OUTBOX_DATABASE } from '../lib/offline/outbox-database.ts'
import { FILES_NOT_KEPT } from './keep-text-only.texts.ts'

let wasShown = false

/** Stores a draft's text without its files when the browser refuses to store files, and informs the user once. */
export const keepTextOnly = async (key: string, draft: unknown, isLatest: () => boolean): Promise<void> => {
  const kept = await keepWords(OUTBOX_DATABASE, key, draft, isLatest)
  if (kept === null || wasShown) return
  wasShown = true
  const { title, words, nothing } = FILES_NOT_KEPT
  toast.info({ title, text: kept === 'words' ? words : nothing })
}
