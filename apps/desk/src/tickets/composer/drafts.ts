import { withFiles } from '@podmoga/web/files/add-files'
import { keptWords } from '../../lib/kept-words.ts'
import { draftKey } from '../../lib/outbox-keys.ts'
import { outboxStore } from '../../lib/outbox-store.ts'

const { db } = outboxStore

/** Fields that are open on drafts; each writes down what it holds and lets go of it. */
const fields = new Map<string, () => void>()

/** Unfinished replies, one for each person and ticket. */
export const drafts = {
  text: keptWords.get,
  keepText: keptWords.keep,
  files: async (person: string, ticket_id: string): Promise<File[]> => {
    await outboxStore.ready()
    return (await db.get<File[]>('drafts', draftKey(person, ticket_id))) ?? []
  },
  keepFiles: async (person: string, ticket_id: string, files: readonly File[]): Promise<void> => {
    if (keptWords.isClosed(person)) return
    const key = draftKey(person, ticket_id)
    if (files.length === 0) await db.remove('drafts', key)
    else if (!(await db.write([{ store: 'drafts', key, value: [...files] }])))
      await import('./files-not-kept.ts').then(({ tellFilesNotKept }) => tellFilesNotKept()).catch(() => null)
  },
  /** More files for a draft that no field is open on. */
  addFiles: async (person: string, ticket_id: string, files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    await drafts.keepFiles(person, ticket_id, withFiles(await drafts.files(person, ticket_id), files))
  },
  /**
   * A field opens on a draft; the answer closes it. `letGo` is called before the draft goes elsewhere: the field writes
   * down what it holds, and nothing after that.
   */
  open: (person: string, ticket_id: string, letGo: () => void): (() => void) => {
    const key = draftKey(person, ticket_id)
    fields.set(key, letGo)
    return () => {
      if (fields.get(key) === letGo) fields.delete(key)
    }
  },
  /** What was being written in one ticket goes on in another: the reply with its files, and the note. */
  move: async (person: string, from: string, to: string): Promise<void> => {
    for (const [one, other] of [
      [from, to],
      [`note-${from}`, `note-${to}`],
    ] as const) {
      fields.get(draftKey(person, one))?.()
      const text = drafts.text(person, one)
      const there = drafts.text(person, other)
      if (!there.includes(text)) drafts.keepText(person, other, [there, text].filter(Boolean).join('\n\n'))
      drafts.keepText(person, one, '')
      await drafts.addFiles(person, other, await drafts.files(person, one))
      await drafts.keepFiles(person, one, [])
    }
    // What was seen was seen there: here the draft begins with what stands here.
    drafts.keepText(person, `seen-${from}`, '')
  },
  /** The page that is closing writes none of them back. */
  close: keptWords.close,
  /** Removes them all; answers whether they are gone. */
  forget: (person: string): Promise<boolean> => {
    keptWords.forget(person)
    return db.removeAll('drafts', `${person}/`)
  },
}
