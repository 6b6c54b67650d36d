import type { DeskEventData, DeskEventName } from '@podmoga/contract/desk/events'
import type { TopicKind } from '@podmoga/contract/fields/choices'
import type { Db } from '@podmoga/sql/sql'
import type { DraftFromText } from '../ports/draft-from-text.ts'
import type { HoldActs } from '../ports/ticket-acts.ts'

interface PushNotice {
  title: string
  body: string
  path: string
  tag: string
}

/** Functions of other domains that incidents need; injected by modules.ts. */
export interface IncidentNeeds {
  /** Publishes an event to open pages of restaurants: to `ids`, or to all of the business if null. */
  publishToRestaurants: (
    db: Db,
    where: { business_id: string; ids: readonly string[] | null },
    name: 'incident',
    data: Record<string, never>,
  ) => Promise<void>
  publishToDesk: (
    db: Db,
    business_id: string,
    name: 'incident' & DeskEventName,
    data: DeskEventData<'incident'>,
  ) => Promise<void>
  holdActs: HoldActs
  /** Lists open tickets that may be about a text, most likely first. */
  listOpenLike: (
    db: Db,
    asked: {
      business_id: string
      restaurant_ids: readonly string[] | null
      since: Date
      text: string
      topics: readonly string[]
    },
  ) => Promise<string[]>
  /** Returns a function that sends a push notice to a person's devices. */
  devicesOf: (db: Db, person_id: string) => Promise<(notice: PushNotice) => void>
  topicsOf: (business_id: string, kind: TopicKind) => Promise<readonly { key: string; name: string }[]>
  draftFromText: DraftFromText
}
