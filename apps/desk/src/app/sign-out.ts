import { beginLeaving } from '@podmoga/web/session/leave'
import { endSession } from '@podmoga/web/session/sign-out'
import { personHere } from '@podmoga/web/session/stored-session'
import { forgetTexts } from '../knowledge/material/kept-texts.ts'
import { forgetPerson } from '../tickets/forget-person.ts'
import { queryClient } from './query-client.ts'

/** «Выход»: the session ends, everything the browser kept of this person goes, a fresh page opens on "/". */
export const signOutHere = async (): Promise<void> => {
  if (!beginLeaving()) return
  const person = personHere()
  forgetTexts(person)
  await Promise.all([endSession(), forgetPerson(person)])
  queryClient.clear()
  location.replace('/')
}
