import type { HandbookTopic } from '@podmoga/contract/desk/admin'
import { BROUGHT_TOPICS, type TopicKind } from '@podmoga/contract/fields/choices'
import type { Db } from '@podmoga/sql/sql'

/** The topics of one kind in the business's order, including archived ones. */
export const listTopics = async (
  db: Db,
  { business_id, kind }: { business_id: string; kind: TopicKind },
): Promise<HandbookTopic[]> => {
  const rows = await db<{ key: string; name: string; archived: boolean }[]>`
    select key, name, archived_at is not null as archived from topics
    where business_id = ${business_id} and kind = ${kind} order by position, key`
  const topics =
    rows.length > 0 ? rows : BROUGHT_TOPICS[kind].map(({ key, name }) => ({ key, name, archived: false }))
  return topics.map(({ key, name, archived }) => ({ kind, key, name, archived }))
}

/** Serializes changes of a handbook until the transaction ends. */
export const lockHandbook = async (db: Db, business_id: string): Promise<void> => {
  await db`select pg_advisory_xact_lock(hashtextextended(${`handbook of ${business_id}`}, 0))`
}

/** Writes the topics of a kind in their order. Keys missing from the list are archived, never deleted. */
export const writeTopics = async (
  db: Db,
  change: { business_id: string; kind: TopicKind; topics: readonly HandbookTopic[]; now: Date },
): Promise<void> => {
  const { business_id, kind, topics, now } = change
  const archived = topics.filter((topic) => topic.archived).map(({ key }) => key)
  await db`
    insert into topics as t (business_id, kind, key, name, position, archived_at)
    select ${business_id}, ${kind}, key, name, place,
      case when key = any(${archived}::text[]) then ${now}::timestamptz end
    from unnest(${topics.map(({ key }) => key)}::text[], ${topics.map(({ name }) => name)}::text[])
      with ordinality as w (key, name, place)
    on conflict (business_id, kind, key) do update
      set name = excluded.name, position = excluded.position,
        archived_at = case when excluded.archived_at is null then null else coalesce(t.archived_at, ${now}::timestamptz) end`
}
