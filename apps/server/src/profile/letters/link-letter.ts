import type { Letters } from '../../ports/domains/letters.ts'
import type { MailQueue } from '../mail-queue/mail-queue.ts'
import { type Letterhead, letter } from './letters.ts'

/** Letters with one link, for the other domains. */
export const makeLetters = (head: Letterhead, mailQueue: MailQueue): Letters => ({
  closed: () => mailQueue.closed('email'),
  put: async (db, { person_id, email: to }, { subject, lines, link, label, last }, expires_at) => {
    const content = letter(head, subject, [...lines.map((p) => ({ p })), { link, label }, { p: last }])
    await mailQueue.put(db, { channel: 'email', to, person_id, content, expires_at, waited: false })
  },
  wake: mailQueue.wake,
})
