import { withFiles } from '@podmoga/web/files/add-files'
import { keptWords } from '../../lib/kept-words.ts'
import { draftKey } from '../../lib/outbox-keys.ts'
import { outboxStore } from '../../lib/outbox-store.ts'

const { db } = outboxStore

/** `letGo` callbacks of the fields that have a draft open, by draft key. */
const fields = new Map<string, () => void>()

/** Drafts of replies, one per person and ticket. */
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
      await import('./files-not-kept.ts').then(({ warnFilesNotKept }) => warnFilesNotKept()).catch(() => null)
  },
  /** Adds files to a draft that no field has open. */
  addFiles: async (person: string, ticket_id: string, files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    await drafts.keepFiles(person, ticket_id, withFiles(await drafts.files(person, ticket_id), files))
  },
  /**
   * Registers a field that edits the draft; returns the unregister function. `letGo` is called before the draft is moved to
   * another ticket: the field must save its text and write nothing afterwards.
   */
  open: (person: string, ticket_id: string, letGo: () => void): (() => void) => {
    const key = draftKey(person, ticket_id)
    fields.set(key, letGo)
    return () => {
      if (fields.get(key) === letGo) fields.delete(key)
    }
  },
  /** Moves the drafts of one ticket to another: the reply with its files, and the note. */
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
    // The seen-mark belongs to the old ticket; the draft gets a new one in the other ticket.
    drafts.keepText(person, `seen-${from}`, '')
  },
  /** Called when the page is closing: nothing more is written for the person. */
  close: keptWords.close,
  /** Removes all drafts of the person; resolves to whether they are gone. */
  forget: (person: string): Promise<boolean> => {
    keptWords.forget(person)
    return db.removeAll('drafts', `${person}/`)
  },
}
