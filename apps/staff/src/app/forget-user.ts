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

/**
 * Also deletes what this user read in the desk on the same origin, which may not be opened here soon. Their unsent writing there
 * stays.
 */
const forgetReadAtDesk = (person: string): Promise<boolean> =>
  makeLocalDb(DESK_ANSWERS, ['answers']).removeAll('answers', `${person}/`)

const forgetBy = (answers: (person: string) => Promise<boolean>) => async (person: string) => {
  const gone = await Promise.all([answers(person), forgetWritten(person), forgetReadAtDesk(person)])
  return gone.every(Boolean)
}

/** Deletes everything this browser keeps of the user who signs out; the page stops keeping answers. */
export const forgetUser = async (person: string): Promise<void> => {
  await Promise.all([forgetNoted('staff', forgetBy(forgetAnswers), person), forgetNotifications()])
}

/** Deletes the data of users who signed out while storage did not respond; the current user's page keeps its answers. */
export const forgetPending = (): Promise<void> => {
  const db = makeLocalDb(ANSWERS_DATABASE, ['answers'])
  const remove = async (person: string) => {
    const [isGone] = await Promise.all([db.removeAll('answers', `${person}/`), emptyCaches()])
    return isGone
  }
  return forgetNoted('staff', forgetBy(remove))
}
