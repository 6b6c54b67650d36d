import type { Db } from '@podmoga/sql/sql'

/** The creation times of the oldest unsent letter and SMS; a channel without any has no row. */
export const listWaitingSince = (db: Db): Promise<{ channel: 'email' | 'sms'; since: Date }[]> => db`
  select channel, min(created_at) as since from outbox where sent_at is null and failed_at is null group by channel`
