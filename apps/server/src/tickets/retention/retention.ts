import type { Retain } from '../../module.ts'
import { countOld, forgetWords, listForgetting, takeOldFiles, takeOldTickets } from './retention.sql.ts'

/** Words removed at once: writers of messages wait meanwhile. */
const WORDS = 500

/** Closed tickets older than the business's retention, and their files. */
export const retainTickets: Retain = {
  count: countOld,
  take: async (tx, { business_id, tickets_before, files_before, limit, takeAlong }) => {
    const whole =
      tickets_before === null
        ? { tickets: 0, keys: [] }
        : await takeOldTickets(tx, { business_id, before: tickets_before, limit, takeAlong })
    const alone =
      whole.tickets > 0 || files_before === null
        ? []
        : await takeOldFiles(tx, { business_id, before: files_before, limit })
    return { tickets: whole.tickets, keys: [...whole.keys, ...alone] }
  },
  tidy: async (db) =>
    (await listForgetting(db)).map((business_id) => (tx) => forgetWords(tx, { business_id, limit: WORDS })),
}
