import type { Db } from '@podmoga/sql/sql'

/** Since when the oldest letter and the oldest SMS wait to be sent; none of a channel: no row. */
export const listWaitingSince = (db: Db): Promise<{ channel: 'email' | 'sms'; since: Date }[]> => db`
  select channel, min(created_at) as since from outbox where sent_at is null and failed_at is null group by channel`
