import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { stepsSoonLetter } from '../../profile/letters/steps.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'

const LIVES_MS = 24 * 3_600_000

/** People of a business's desk who have a verified e-mail and no second step yet. */
const listUnprepared = (db: Db, business_id: string): Promise<{ id: string; email: string }[]> => db<
  { id: string; email: string }[]
>`
  select p.id, p.email from people p
  where p.disabled_at is null and p.email_verified_at is not null
    and (exists (select from desk_members d where d.person_id = p.id and d.business_id = ${business_id})
      or p.business_id = ${business_id}
        and exists (select from memberships m where m.person_id = p.id and m.role = 'manager'))
    and not exists (select from totp_keys t where t.person_id = p.id and t.sealed is not null)
    and not exists (select from passkeys k where k.person_id = p.id)`

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
