import { makeOutboxStore } from './store.ts'

/**
 * Keeps the words of a draft whose files have no place on the disk; an earlier draft that stands there with its files is
 * more than a later one without. `isLatest` tells that it was not changed meanwhile. Answers what of it is on the disk;
 * null: it has no files.
 */
export const keepWords = async (
  database: string,
  key: string,
  draft: unknown,
  isLatest: () => boolean,
): Promise<'words' | 'nothing' | null> => {
  const { filesIn, withoutFiles } = await import('./packed-files.ts')
  if (filesIn(draft).length === 0) return null
  // Of its own: the page's remembers what the disk has refused.
  const { db } = makeOutboxStore(database)
  const there = await db.read('drafts', key)
  if (there === null || filesIn(there.value).length > 0 || !isLatest()) return 'nothing'
  const isKept = await db.tryWrite([{ store: 'drafts', key, value: withoutFiles(draft) }])
  return isKept ? 'words' : 'nothing'
}
