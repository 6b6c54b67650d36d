import { forgetTexts } from '../knowledge/kept-texts.ts'
import { personHere } from '../session/live-token.ts'
import { endSession } from '../session/sign-out.ts'
import { forgetPerson } from '../tickets/forget-person.ts'
import { queryClient } from './query-client.ts'

let isRunning = false

/** «Выход»: the session ends, everything the browser kept of this person goes, a fresh page opens on "/". */
export const signOutHere = async (): Promise<void> => {
  if (isRunning) return
  isRunning = true
  const person = personHere()
  forgetTexts(person)
  await Promise.all([endSession(), forgetPerson(person)])
  queryClient.clear()
  location.replace('/')
}
