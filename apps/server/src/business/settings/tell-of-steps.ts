import type { Deps } from '../../deps.ts'
import { stepsSoonLetter } from '../../profile/letters/steps.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { listUnprepared } from './settings.sql.ts'

const LIVES_MS = 24 * 3_600_000

/** Sends a letter to people of a desk who have one day to set up the second step that it will require. */
export const makeStepNotices =
  ({ sql, clock, settings }: Pick<Deps, 'sql' | 'clock' | 'settings'>, mailQueue: MailQueue) =>
  async (business_id: string): Promise<void> => {
    const content = stepsSoonLetter(settings.configOf(business_id))
    const expires_at = new Date(clock.now().getTime() + LIVES_MS)
    await sql.begin(async (tx) => {
      for (const { id: person_id, email: to } of await listUnprepared(tx, business_id))
        await mailQueue.put(tx, { channel: 'email', to, person_id, content, expires_at, waited: false })
    })
    mailQueue.wake()
  }
