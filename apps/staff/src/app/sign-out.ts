import { beginLeaving } from '@podmoga/web/session/leave'
import { endSession } from '@podmoga/web/session/sign-out'
import { personHere } from '@podmoga/web/session/stored-session'
import { queryClient } from './query-client.ts'

/** «Выход»: the session ends, everything the browser kept of this person goes, a fresh page opens on "/". */
export const signOutHere = async (): Promise<void> => {
  if (!beginLeaving()) return
  const person = personHere()
  const [{ forgetPerson }, { forgetAnswers }, { forgetNotifications }] = await Promise.all([
    import('../tickets/forget-person.ts'),
    import('../lib/offline/kept-answers.ts'),
    import('../lib/notifications/notifications.ts'),
  ])
  await Promise.all([endSession(), forgetPerson(person), forgetAnswers(person), forgetNotifications()])
  queryClient.clear()
  location.replace('/')
}
