import { mergeTags } from '@podmoga/contract/desk/tags'
import * as calls from '@podmoga/contract/desk/work'
import { APPEAL_TYPES, categoryName, topicKindOf, topicName } from '@podmoga/contract/fields/choices'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import { TAGS_MAX } from '@podmoga/contract/fields/limits'
import type { Every } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { TopicsOf } from '../../ports/domains/topics-of.ts'
import { iso } from '../tickets.answers.ts'
import { openTicketOf, ticketOf, topicToKeep } from '../tickets.rules.ts'
import { findEditRow, listTagRows, setCategory, setPriority, setTags, snooze, wakeDue } from './edit.sql.ts'

const YEAR_MS = 366 * 24 * 60 * 60_000
const WAKE_MS = 5000

/** The time to snooze until; null ends the snooze. Refuses `invalid` if it is past or more than a year ahead. */
export const snoozeTime = (asked: string | null, now: Date): Date | null => {
  const until = asked === null ? null : new Date(asked)
  if (until !== null && (until <= now || until.getTime() > now.getTime() + YEAR_MS))
    throw refuse('invalid', { fields: { until: 'Время должно быть впереди, не дальше года' } })
  return until
}

/** Edits a ticket's category, topic, priority and tags, and snoozes it. */
export const ticketEditRoutes = (on: On, { sql, clock }: Deps, topicsOf: TopicsOf): void => {
  on(calls.listTags, async ({ who }) => ({ tags: await listTagRows(sql, who.business_ids) }))

  on(calls.listTopics, async ({ who }) => ({
    businesses: await Promise.all(
      who.business_ids.map(async (id) => ({
        id,
        categories: await Promise.all(
          APPEAL_TYPES.map(async ({ key, name }) => {
            const kind = topicKindOf(key)
            const topics = kind === null ? [] : await topicsOf(id, kind)
            return { key, name, topics: topics.map((topic) => ({ key: topic.key, name: topic.name })) }
          }),
        ),
      })),
    ),
  }))

  on(calls.editTicket, ({ who, params, body }) =>
    sql.begin(async (tx) => {
      const scope = { business_ids: who.business_ids }
      const { id } = await ticketOf(tx, { scope, ticket_id: params.ticketId, lock: true })
      const now = await findEditRow(tx, id)
      const entry = { ticket_id: id, person_id: who.person_id, at: clock.now() }
      if (body.category !== undefined || body.topic !== undefined) {
        const category = body.category ?? now.category
        if (!APPEAL_TYPES.some(({ key }) => key === category))
          throw refuse('invalid', { fields: { category: FIELD.bad_value } })
        const wanted = { business_id: now.business_id, category, topic: body.topic ?? '' }
        const kept = await topicToKeep(topicsOf, wanted)
        const named = (key: string, topic: string | null) =>
          [categoryName(key), topic].filter((part) => part !== null).join(' · ')
        const before = named(now.category, now.topic_name ?? topicName(now.category, now.topic))
        const after = named(category, kept.topic_name)
        if (category !== now.category || kept.topic !== now.topic)
          await setCategory(tx, { ...entry, category, ...kept }, { before, after })
      }
      if (body.priority !== undefined && body.priority !== now.priority)
        await setPriority(tx, { ...entry, before: now.priority, after: body.priority })
      if (body.tags !== undefined) {
        const tags = mergeTags(now.tags, body.tags_were ?? now.tags, body.tags)
        if (tags.length > TAGS_MAX) throw refuse('invalid', { fields: { tags: FIELD.bad_value } })
        if (tags.join('\n') !== now.tags.join('\n'))
          await setTags(tx, { ...entry, business_id: now.business_id, before: now.tags, after: tags })
      }
      return { id }
    }),
  )

  on(calls.snoozeTicket, ({ who, params, body }) =>
    sql.begin(async (tx) => {
      const scope = { business_ids: who.business_ids }
      const { id } = await openTicketOf(tx, { scope, ticket_id: params.ticketId, lock: true })
      const at = clock.now()
      const until = snoozeTime(body.until, at)
      const { snoozed_until } = await findEditRow(tx, id)
      if (until !== null || snoozed_until !== null)
        await snooze(tx, { ticket_id: id, person_id: who.person_id, at, until })
      return { id, snoozed_until: until === null ? null : iso(until) }
    }),
  )
}

/** Returns snoozed tickets to the queue when their time has come, on whichever server comes first. */
export const wakeSnoozed = ({ sql, clock }: Deps): Every => ({
  ms: WAKE_MS,
  run: () => sql.begin((tx) => wakeDue(tx, clock.now())),
})
