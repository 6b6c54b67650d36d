import { beginLeaving } from '@podmoga/web/session/leave'
import { endSession } from '@podmoga/web/session/sign-out'
import { personHere } from '@podmoga/web/session/stored-session'
import { within } from '@podmoga/web/session/within'
import { noteToForget } from '@podmoga/web/stored'
import { FEATURES } from './features.ts'
import { queryClient } from './query-client.ts'

/** How long leaving waits for forgetting, its code included, in ms; the next opening does the rest. */
const LONGEST_MS = 2000

/** What cannot tell, or takes its time, holds nobody up, and hides no other's word. */
const mayLeave = async (): Promise<boolean> => {
  const words = FEATURES.map(({ mayLeave: ask }) =>
    within(LONGEST_MS, ask?.(personHere()) ?? Promise.resolve(true), true).catch(() => true),
  )
  return !(await Promise.all(words)).includes(false)
}

/** «Выход»: the session ends, everything the browser kept of this person goes, a fresh page opens on "/". */
export const signOutHere = async (): Promise<void> => {
  if (!(await mayLeave()) || !beginLeaving()) return
  const person = personHere()
  noteToForget('desk', person)
  for (const { close } of FEATURES) close?.(person)
  const forgotten = import('./forget-left.ts').then(({ forgetWhoLeft }) => forgetWhoLeft(person))
  await Promise.all([endSession(), within(LONGEST_MS, forgotten, null).catch(() => null)])
  queryClient.clear()
  location.replace('/')
}
