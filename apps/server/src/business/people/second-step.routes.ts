import { resetSecondStep } from '@podmoga/contract/desk/people'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { On } from '../../http/serve.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { makeStepNotice } from '../../profile/profile.second-step.ts'
import { findPerson } from '../../profile/profile.sql.ts'
import { forgetSecondStep } from '../../session/second-step/second-step.sql.ts'
import { endSessions } from '../../session/session.sql.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import { personToChange } from '../business.rules.ts'
import { lockPeople } from './people.sql.ts'

/**
 * An admin resets the second step of a person who has lost their phone: never their own, nor of a person above them.
 */
export const secondStepResetRoute = (on: On, deps: Deps, mailQueue: MailQueue): void => {
  const { sql, clock } = deps
  const note = makeNote(clock)
  const notify = makeStepNotice(deps, mailQueue)

  on(resetSecondStep, async ({ who, params, request }) => {
    const { business_id } = who
    const { ip, id: request_id } = request
    const person_id = await sql.begin(async (tx) => {
      await lockPeople(tx, business_id)
      const { id } = await personToChange(tx, who, params.personId)
      const now = clock.now()
      if (!(await forgetSecondStep(tx, id))) return id
      await note(tx, who, request, {
        event: 'second_step_reset',
        subject: `person ${id}`,
      })
      const reason = 'second_step_reset'
      await endSessions(tx, { person_id: id, except_session_id: null, now, reason, ip, request_id })
      await notify(tx, await findPerson(tx, { person_id: id }), 'reset')
      return id
    })
    noteRevoked(person_id)
    mailQueue.wake()
    return { ok: true }
  })
}
