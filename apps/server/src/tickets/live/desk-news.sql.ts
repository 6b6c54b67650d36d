import type { PublishToDesk } from '../../ports/domains/open-streams.ts'
import { DESK_CHANNEL } from './events.sql.ts'

export interface DeskNews {
  business_id: string
  name: string
  data: unknown
}

export const publishToDesk: PublishToDesk = async (db, business_id, name, data) => {
  // The previous release reads it as presence of an unknown person who left. Remove with the last server of that release.
  const news = { doing: 'gone', event: { business_id, name, data } satisfies DeskNews }
  await db`select pg_notify(${DESK_CHANNEL}, ${JSON.stringify(news)})`
}

/** The event that {@link publishToDesk} published; null for anything else. */
export const deskNewsOf = (payload: unknown): DeskNews | null =>
  (payload as Partial<{ event: DeskNews }>).event ?? null
