import * as calls from '@podmoga/contract/desk/relations'
import { categoryName } from '@podmoga/contract/fields/choices'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { DeskMember } from '../../http/principals.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { writeLog } from '../desk/work.sql.ts'
import { iso } from '../tickets.answers.ts'
import { processedTicketOf, ticketOf } from '../tickets.rules.ts'
import { addMessage } from '../tickets.write.sql.ts'
import {
  addLink,
  addTicketLike,
  findMessageOf,
  findOrigin,
  findTicket,
  type GlanceRow,
  listLinkedRows,
  listMergedRows,
  listRestaurantRows,
  publishLinked,
  removeLink,
  splitOff,
} from './relations.sql.ts'

export const glanceAnswer = ({ category, created_at, ...row }: GlanceRow) => ({
  ...row,
  category_readable: categoryName(category),
  created_at: iso(created_at),
})

/** Relations of tickets: links, splitting off a message into a ticket of its own, follow-ups. */
export const ticketRelationRoutes = (on: On, deps: Deps): void => {
  const { sql } = deps
  on(calls.getRelations, async ({ who, params }) => {
    const { id } = await ticketOf(sql, {
      scope: { business_ids: who.business_ids },
      ticket_id: params.ticketId,
    })
    const [merged, linked, neighbours] = await Promise.all([
      listMergedRows(sql, id),
      listLinkedRows(sql, id),
      listRestaurantRows(sql, id),
    ])
    return {
      merged: merged.map((row) => ({ ...row, merged_at: iso(row.merged_at) })),
      linked: linked.map(({ kind, is_later, ...row }) => ({ ...glanceAnswer(row), kind, is_later })),
      of_restaurant: neighbours.map(glanceAnswer),
    }
  })
  linkRoutes(on, deps)
  splitRoutes(on, deps)
}

/** The ids of two tickets of one business, or a refusal; a merged one is resolved to the surviving one. */
const pairOf = async (tx: TransactionSql, who: DeskMember, one: string, other: string) => {
  const { business_ids } = who
  if (!isRowId(other)) throw refuse('not_found')
  const own = await findTicket(tx, { business_ids, ticket_id: rowId(one) })
  const to = await findTicket(tx, { business_ids, ticket_id: other })
  if (own === undefined || to === undefined) throw refuse('not_found')
  if (own.id === to.id) throw refuse('invalid', { fields: { to: 'Это тот же самый тикет' } })
  if (own.business_id !== to.business_id) throw refuse('invalid', { fields: { to: FIELD.bad_value } })
  return [own.id, to.id] as const
}

const linkRoutes = (on: On, { sql, clock }: Deps): void => {
  const write = async (
    tx: TransactionSql,
    who: DeskMember,
    [own, to]: readonly [string, string],
    act: 'linked' | 'unlinked',
  ) => {
    const at = clock.now()
    const { person_id } = who
    await writeLog(tx, { ticket_id: own, at, person_id, act, other_id: to })
    await writeLog(tx, { ticket_id: to, at, person_id, act, other_id: own })
    publishLinked(tx, [own, to], at)
  }

  on(calls.linkTicket, ({ who, params, body }) =>
    sql.begin(async (tx) => {
      const ids = await pairOf(tx, who, params.ticketId, body.to)
      if (await addLink(tx, { ids, kind: 'related' })) await write(tx, who, ids, 'linked')
      return { ok: true }
    }),
  )

  on(calls.unlinkTicket, ({ who, params, body }) =>
    sql.begin(async (tx) => {
      const ids = await pairOf(tx, who, params.ticketId, body.to)
      if (await removeLink(tx, ids)) await write(tx, who, ids, 'unlinked')
      return { ok: true }
    }),
  )
}

const splitRoutes = (on: On, { sql, clock, rates, config }: Deps): void => {
  on(calls.splitTicket, ({ who, params, body, once }) => {
    const { person_id, business_ids } = who
    return once({
      work: async (tx) => {
        const where = { scope: { business_ids }, ticket_id: params.ticketId }
        const { id: from } = await ticketOf(tx, { ...where, lock: true })
        const { message_count } = await findOrigin(tx, from)
        const message = isRowId(body.message)
          ? await findMessageOf(tx, { ticket_id: from, message_id: body.message })
          : undefined
        if (message === undefined) throw refuse('not_found')
        if (message.from_support || message_count < 2) throw refuse('not_splittable')
        const at = clock.now()
        const { author_id, created_at } = message
        const made = await addTicketLike(tx, { like: from, author_id, assignee_id: null, at: created_at })
        await splitOff(tx, { message, from, to: made.id, now: at })
        await addLink(tx, { ids: [from, made.id], kind: 'split' })
        await writeLog(tx, { ticket_id: from, at, person_id, act: 'split_off', other_id: made.id })
        await writeLog(tx, { ticket_id: made.id, at, person_id, act: 'split_from', other_id: from })
        return made
      },
    })
  })

  on(calls.followUp, ({ who, params, body, once }) => {
    const { person_id, business_ids } = who
    const where = { scope: { business_ids }, ticket_id: params.ticketId }
    return once({
      before: async () => {
        await processedTicketOf(sql, where)
        await rates.take('replies', person_id, config.REPLIES_PER_MINUTE, 60)
      },
      work: async (tx) => {
        const { id: before } = await processedTicketOf(tx, { ...where, lock: true })
        const { author_id } = await findOrigin(tx, before)
        const at = clock.now()
        const made = await addTicketLike(tx, { like: before, author_id, assignee_id: person_id, at })
        const draft = { ticket_id: made.id, author_id: person_id, from_support: true, text: body.text }
        await addMessage(tx, { ...draft, now: at }, [])
        await addLink(tx, { ids: [before, made.id], kind: 'follow_up' })
        await writeLog(tx, { ticket_id: before, at, person_id, act: 'followed_up', other_id: made.id })
        await writeLog(tx, { ticket_id: made.id, at, person_id, act: 'follows', other_id: before })
        publishLinked(tx, [before], at)
        return made
      },
    })
  })
}
