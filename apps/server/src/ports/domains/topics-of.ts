import type { TopicKind } from '@podmoga/contract/fields/choices'

/** Called by tickets, devices and incidents: the topics of one kind that a business offers, in its order, without archived ones. */
export type TopicsOf = (
  business_id: string,
  kind: TopicKind,
) => Promise<readonly { key: string; name: string }[]>
