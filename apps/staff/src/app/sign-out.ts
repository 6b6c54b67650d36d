import { readToken } from '@podmoga/contract/access-token'
import { endSession } from '../session/sign-out.ts'
import { readSession } from '../session/stored-session.ts'
import { queryClient } from './query-client.ts'

let isRunning = false

/** «Выход»: the session ends, everything the browser kept of this person goes, a fresh page opens on "/". */
export const signOutHere = async (): Promise<void> => {
  if (isRunning) return
  isRunning = true
  const person = readToken(readSession()?.access_token ?? '')?.sub ?? ''
  const { forgetPerson } = await import('../tickets/forget-person.ts')
  await Promise.all([endSession(), forgetPerson(person)])
  queryClient.clear()
  location.replace('/')
}
