import { outboxStore } from '../lib/outbox-store.ts'
import { drafts } from './composer/drafts.ts'

/** Removes what this browser keeps of a person: drafts and unsent replies. */
export const forgetPerson = async (person: string): Promise<void> => {
  // Code that does not come has kept nothing.
  const [outbox, old] = await Promise.all([
    import('../lib/outbox.ts').catch(() => null),
    import('../lib/outbox.take-over.ts').catch(() => null),
  ])
  outbox?.closeOutbox(person)
  await Promise.all([drafts.forget(person), outboxStore.forget(`${person}/`), old?.forgetOldDatabase(person)])
}
