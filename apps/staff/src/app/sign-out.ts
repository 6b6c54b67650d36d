import { beginLeaving } from '@podmoga/web/session/leave'
import { endSession } from '@podmoga/web/session/sign-out'
import { noteSignOut } from '@podmoga/web/session/signed-out'
import { personHere } from '@podmoga/web/session/stored-session'
import { within } from '@podmoga/web/session/within'
import { noteToForget } from '@podmoga/web/stored'
import { queryClient } from './query-client.ts'

const LONGEST_MS = 2000

/** Sign-out is not held up if the check, including its code, fails or takes too long. */
const mayLeave = (): Promise<boolean> => {
  const word = import('./may-leave.ts').then((module) => module.mayLeave(personHere()))
  return within(LONGEST_MS, word, true).catch(() => true)
}

/** «Выход»: ends the session, deletes everything the browser kept of this user, and loads "/" anew. */
export const signOutHere = async (): Promise<void> => {
  if (!(await mayLeave()) || !beginLeaving()) return
  noteSignOut()
  const person = personHere()
  noteToForget('staff', person)
  const forgotten = import('./forget-user.ts').then(({ forgetUser }) => forgetUser(person))
  await endSession('staff', forgotten)
  queryClient.clear()
  location.replace('/')
}
