import { makeOutboxStore } from './store.ts'

/**
 * Stores the text of a draft whose files do not fit on the disk. Does not overwrite an earlier draft that has files: that is
 * worth more than a later one without. `isLatest` returns false if the draft has changed meanwhile. Returns what was stored;
 * null if the draft has no files.
 */
export const keepWords = async (
  database: string,
  key: string,
  draft: unknown,
  isLatest: () => boolean,
): Promise<'words' | 'nothing' | null> => {
  const { filesIn, withoutFiles } = await import('./packed-files.ts')
  if (filesIn(draft).length === 0) return null
  // A separate store: the page's keeps failed writes in memory, and would return them.
  const { db } = makeOutboxStore(database)
  const there = await db.read('drafts', key)
  if (there === null || filesIn(there.value).length > 0 || !isLatest()) return 'nothing'
  const isKept = await db.tryWrite([{ store: 'drafts', key, value: withoutFiles(draft) }])
  return isKept ? 'words' : 'nothing'
}
