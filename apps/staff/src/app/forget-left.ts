import { DESK_ANSWERS } from '@podmoga/web/kept/desk-answers'
import { makeLocalDb } from '@podmoga/web/local-db'
import { forgetNoted } from '@podmoga/web/session/forgetting'
import { forgetNotifications } from '../lib/notifications/notifications.ts'
import { ANSWERS_DATABASE, emptyCaches } from '../lib/offline/caches.ts'
import { forgetAnswers } from '../lib/offline/kept-answers.ts'
import { loadOffline } from './features.ts'

const forgetWritten = async (person: string): Promise<boolean> => {
  const forget = await Promise.all((await loadOffline()).flatMap((part) => part.forget?.() ?? []))
  const gone = await Promise.all(forget.map((of) => of(person)))
  return gone.every(Boolean)
}

/** What they have read at the desk of the same address, which may not be opened here soon. What they wrote there waits for them. */
const forgetReadAtDesk = (person: string): Promise<boolean> =>
  makeLocalDb(DESK_ANSWERS, ['answers']).removeAll('answers', `${person}/`)

const forgetBy = (answers: (person: string) => Promise<boolean>) => async (person: string) => {
  const gone = await Promise.all([answers(person), forgetWritten(person), forgetReadAtDesk(person)])
  return gone.every(Boolean)
}

/** Removes all that this browser keeps of whoever leaves now: the page keeps nothing more. */
export const forgetLeaver = async (leaver: string): Promise<void> => {
  await Promise.all([forgetNoted('staff', forgetBy(forgetAnswers), leaver), forgetNotifications()])
}

/** Forgets whoever has left while the disk did not answer: whoever is here now goes on keeping. */
export const forgetWhoLeft = (): Promise<void> => {
  const db = makeLocalDb(ANSWERS_DATABASE, ['answers'])
  const remove = async (person: string) => {
    const [isGone] = await Promise.all([db.removeAll('answers', `${person}/`), emptyCaches()])
    return isGone
  }
  return forgetNoted('staff', forgetBy(remove))
}
