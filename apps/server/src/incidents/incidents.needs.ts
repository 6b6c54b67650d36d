import type { DraftFromText } from '../ports/domains/draft-from-text.ts'
import type { ListOpenLike } from '../ports/domains/open-like.ts'
import type { PublishToDesk, PublishToRestaurants } from '../ports/domains/open-streams.ts'
import type { OwnRestaurants } from '../ports/domains/own-restaurants.ts'
import type { DevicesOf } from '../ports/domains/person-devices.ts'
import type { HoldActs } from '../ports/domains/ticket-acts.ts'
import type { TopicsOf } from '../ports/domains/topics-of.ts'

/** Functions of other domains that incidents need; injected by modules.ts. */
export interface IncidentNeeds {
  publishToRestaurants: PublishToRestaurants
  publishToDesk: PublishToDesk
  holdActs: HoldActs
  listOpenLike: ListOpenLike
  ownRestaurants: OwnRestaurants
  devicesOf: DevicesOf
  topicsOf: TopicsOf
  draftFromText: DraftFromText
}
