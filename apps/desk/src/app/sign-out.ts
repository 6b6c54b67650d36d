import { beginLeaving } from '@podmoga/web/session/leave'
import { endSession } from '@podmoga/web/session/sign-out'
import { noteSignOut } from '@podmoga/web/session/signed-out'
import { personHere } from '@podmoga/web/session/stored-session'
import { within } from '@podmoga/web/session/within'
import { noteToForget } from '@podmoga/web/stored'
import { FEATURES } from './features.ts'
import { queryClient } from './query-client.ts'

/** How long one feature's answer is waited for, its code included. */
const LONGEST_MS = 2000

/** False if any feature asks to stay. A feature that fails or times out neither blocks sign-out nor hides another's answer. */
const mayLeave = async (): Promise<boolean> => {
  const words = FEATURES.map(({ mayLeave: ask }) =>
    within(LONGEST_MS, ask?.(personHere()) ?? Promise.resolve(true), true).catch(() => true),
  )
  return !(await Promise.all(words)).includes(false)
}

/** «Выход»: ends the session, removes this person's data from the browser and opens a fresh page on "/". */
export const signOutHere = async (): Promise<void> => {
  if (!(await mayLeave()) || !beginLeaving()) return
  noteSignOut()
  const person = personHere()
  noteToForget('desk', person)
  for (const { close } of FEATURES) close?.(person)
  const forgotten = import('./forget-left.ts').then(({ forgetWhoLeft }) => forgetWhoLeft(person))
  await endSession('desk', forgotten)
  queryClient.clear()
  location.replace('/')
}
