import { outboxStore } from '../lib/outbox-store.ts'
import { drafts } from './composer/drafts.ts'

/** Removes a person's drafts, unsent replies, kept answers and push from this browser; resolves to whether they are gone. */
export const forgetPerson = async (person: string, isLeaving: boolean): Promise<boolean> => {
  // If the outbox's code cannot be loaded, no outbox is open.
  const [outbox, old] = await Promise.all([
    import('../lib/outbox.ts').catch(() => null),
    import('../lib/outbox.take-over.ts').catch(() => null),
  ])
  if (isLeaving) outbox?.closeOutbox(person)
  const gone = await Promise.all([
    drafts.forget(person),
    outboxStore.forget(`${person}/`),
    old?.forgetOldDatabase(person) ?? true,
    import('../lib/offline/kept-answers.ts').then(
      ({ forgetAnswers, removeAnswers }) => (isLeaving ? forgetAnswers : removeAnswers)(person),
      // The code did not load: answers kept by earlier pages are still there.
      () => false,
    ),
    import('./signals/desk-push.ts').then(
      ({ forgetPush }) => forgetPush().then(() => true),
      () => true,
    ),
  ])
  return gone.every(Boolean)
}
