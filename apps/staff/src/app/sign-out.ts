import { readToken } from '@podmoga/contract/access-token'
import { beginLeaving } from '../session/leave.ts'
import { endSession } from '../session/sign-out.ts'
import { readSession } from '../session/stored-session.ts'
import { queryClient } from './query-client.ts'

/** «Выход»: the session ends, everything the browser kept of this person goes, a fresh page opens on "/". */
export const signOutHere = async (): Promise<void> => {
  if (!beginLeaving()) return
  const person = readToken(readSession()?.access_token ?? '')?.sub ?? ''
  const { forgetPerson } = await import('../tickets/forget-person.ts')
  await Promise.all([endSession(), forgetPerson(person)])
  queryClient.clear()
  location.replace('/')
}
