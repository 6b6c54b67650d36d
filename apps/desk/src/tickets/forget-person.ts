import { outboxStore } from '../lib/outbox-store.ts'
import { drafts } from './composer/drafts.ts'

/** Removes what this browser keeps of a person, drafts and unsent replies; answers whether they are gone. */
export const forgetPerson = async (person: string, isLeaving: boolean): Promise<boolean> => {
  // An outbox whose code does not come has nothing open.
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
      // What earlier pages have kept lies there still.
      () => false,
    ),
    import('./signals/desk-push.ts').then(
      ({ forgetPush }) => forgetPush().then(() => true),
      () => true,
    ),
  ])
  return gone.every(Boolean)
}
