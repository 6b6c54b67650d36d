import * as calls from '@podmoga/contract/desk/tickets'
import { categoryName, topicName } from '@podmoga/contract/fields/choices'
import { totalPages } from '@podmoga/contract/page'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { type AuditEntry, writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import type { DeskMember } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { LevelOf } from '../../ports/domains/answer-times.ts'
import { iso, messageAnswer, messagePageAnswer, photoLink } from '../tickets.answers.ts'
import { nothingSince, openTicketOf, processedTicketOf, STATUS_READABLE } from '../tickets.rules.ts'
import { listMessageRows } from '../tickets.sql.ts'
import { addMessage } from '../tickets.write.sql.ts'
import { lockCounts } from './bulk.sql.ts'
import {
  findDeskMemberRow,
  findDeskTicketRow,
  listDeskRestaurantRows,
  markOpen,
  markProcessed,
} from './desk.sql.ts'
import { itemAnswer, waitOf, workAnswer } from './queue.answers.ts'
import { possibleId, restaurantsOf } from './queue.filters.sql.ts'
import { listArchiveRows, listQueueRows } from './queue.sql.ts'
import { writeLog } from './work.sql.ts'

/** The help desk as support sees it: every read and write stays inside the businesses that the agent serves. */
export const ticketDeskRoutes = (on: On, deps: Deps, levelOf: LevelOf): void => {
  queueRoutes(on, deps)
  ticketRoutes(on, deps, levelOf)
  replyRoute(on, deps)
  statusRoutes(on, deps)
}

const queueRoutes = (on: On, { sql, links, settings, clock }: Deps): void => {
  on(calls.getDesk, async ({ who }) => {
    const row = await findDeskMemberRow(sql, who.person_id)
    if (row === undefined) throw refuse('forbidden')
    const { image_key, ...member } = row
    const asked = [who.business_id, ...member.businesses.map(({ id }) => id)]
      .map(settings.stepsFrom)
      .filter((from) => from !== null)
      .toSorted((one, other) => one.getTime() - other.getTime())[0]
    return {
      ...member,
      image: photoLink(links, who, image_key),
      ...(asked === undefined || who.stepped
        ? {}
        : asked <= clock.now()
          ? { needs_second_step: true as const }
          : { second_step_from: asked.toISOString() }),
    }
  })

  on(calls.listDeskRestaurants, async ({ who }) => ({
    restaurants: await listDeskRestaurantRows(sql, who.business_ids),
  }))

  on(calls.listQueue, async ({ who, query }) => {
    const [restaurant_ids = null] = await restaurantsOf(sql, who.business_ids, [query])
    const list = {
      business_ids: who.business_ids,
      restaurant_ids,
      number: query.number === undefined ? null : Number(query.number),
      assignee: query.assignee?.map((asked) => assigneeOf(who, asked)) ?? [],
      category: query.category ?? [],
      topic: query.topic ?? [],
      tag: query.tag ?? [],
      priority: query.priority ?? [],
      snoozed: query.snoozed === 'true',
      page: query.page,
      page_size: query.page_size,
    }
    const { rows, total_items, waiting_items } =
      query.status === 'processed'
        ? await sql.onReplica((db) => listArchiveRows(db, list))
        : await listQueueRows(sql, {
            ...list,
            waiting: query.waiting === 'true',
            order: query.order ?? 'waiting',
          })
    const total_pages = totalPages(total_items, query.page_size)
    return { results: rows.map(itemAnswer), total_pages, total_items, waiting_items }
  })
}

const assigneeOf = (who: DeskMember, asked: string): string =>
  asked === 'me' ? who.person_id : asked === 'none' ? asked : possibleId(asked)

const COUNTRIES = new Intl.DisplayNames('ru', { type: 'region' })

const ticketRoutes = (on: On, { sql, links }: Deps, levelOf: LevelOf): void => {
  on(calls.getDeskTicket, async ({ who, params }) => {
    const row = await findDeskTicketRow(sql, {
      business_ids: who.business_ids,
      ticket_id: rowId(params.ticketId),
    })
    if (row === undefined) throw refuse('not_found')
    const { network, ...business } = row.business
    const { country_code, image_key, ...customer } = row.customer
    return {
      ...row,
      ...workAnswer(row),
      status_readable: STATUS_READABLE[row.status],
      category_readable: categoryName(row.category),
      topic_readable: row.topic_name ?? topicName(row.category, row.topic),
      created_at: iso(row.created_at),
      closed_at: row.closed_at === null ? null : iso(row.closed_at),
      waiting_since: waitOf(row),
      business: network === null ? business : { ...business, network },
      customer: {
        ...customer,
        country: country_code === null ? null : (COUNTRIES.of(country_code) ?? country_code),
        image: photoLink(links, who, image_key),
      },
      past_tickets: row.past_tickets.map(({ category, created_at, ...past }) => ({
        ...past,
        category_readable: categoryName(category),
        created_at: iso(created_at),
      })),
      level: await levelOf({ id: row.id, business_id: business.id }),
    }
  })

  on(calls.listDeskMessages, async ({ who, params, query }) => {
    const list = await listMessageRows(sql, {
      scope: { business_ids: who.business_ids },
      ticket_id: rowId(params.ticketId),
      ...query,
    })
    if (list === undefined) throw refuse('not_found')
    return messagePageAnswer(links, who, list, query)
  })
}

/** Who acts, from where and when. */
type AuditHead = Omit<AuditEntry, 'event' | 'detail'>

const auditHeadOf = (who: DeskMember, request: FastifyRequest, at: Date): AuditHead => ({
  at,
  person_id: who.person_id,
  session_id: who.session_id,
  ip: request.ip,
  request_id: request.id,
})

/** Closes a ticket that the transaction has locked, with audit and log entries. */
const close = async (tx: TransactionSql, ticket_id: string, head: AuditHead): Promise<void> => {
  await markProcessed(tx, ticket_id, head.at)
  await writeAudit(tx, { ...head, event: 'ticket_closed', detail: { ticket_id } })
  await writeLog(tx, { ticket_id, at: head.at, person_id: head.person_id ?? null, act: 'closed' })
}

const replyRoute = (on: On, deps: Deps): void => {
  const { sql, config, clock, rates, links } = deps
  on(calls.sendDeskReply, async ({ who, params, form, once, request }) => {
    const { person_id } = who
    const where = { scope: { business_ids: who.business_ids }, ticket_id: params.ticketId }
    const message = await once({
      before: async () => {
        await openTicketOf(sql, where)
        await rates.take('replies', person_id, config.REPLIES_PER_MINUTE, 60)
      },
      work: async (tx, stored) => {
        const { id } = await openTicketOf(tx, { ...where, lock: true })
        if (form.seen !== undefined) await nothingSince(tx, { ticket_id: id, seen: form.seen, person_id })
        // Lock order, as everywhere: the counters before the business's event lock.
        if (form.close === 'true') await lockCounts(tx, [id])
        const now = clock.now()
        const draft = { ticket_id: id, author_id: person_id, from_support: true, text: form.text, now }
        const row = await addMessage(tx, draft, stored)
        if (form.close === 'true') await close(tx, id, auditHeadOf(who, request, now))
        return row
      },
    })
    return messageAnswer(links, who, message)
  })
}

const statusRoutes = (on: On, { sql, clock }: Deps): void => {
  const changed = (id: string, status: 'processed' | 'awaiting_response') => ({
    id,
    status,
    status_readable: STATUS_READABLE[status],
  })

  on(calls.closeTicket, ({ who, params, body: { seen }, request }) =>
    sql.begin(async (tx) => {
      const scope = { business_ids: who.business_ids }
      const { id } = await openTicketOf(tx, { scope, ticket_id: params.ticketId, lock: true })
      if (seen !== undefined) await nothingSince(tx, { ticket_id: id, seen, person_id: who.person_id })
      await close(tx, id, auditHeadOf(who, request, clock.now()))
      return changed(id, 'processed')
    }),
  )

  on(calls.reopenTicket, ({ who, params, request }) =>
    sql.begin(async (tx) => {
      const scope = { business_ids: who.business_ids }
      const { id } = await processedTicketOf(tx, { scope, ticket_id: params.ticketId, lock: true })
      const now = clock.now()
      await markOpen(tx, id, now)
      const head = auditHeadOf(who, request, now)
      await writeAudit(tx, { ...head, event: 'ticket_reopened', detail: { ticket_id: id } })
      await writeLog(tx, { ticket_id: id, at: now, person_id: who.person_id, act: 'reopened' })
      return changed(id, 'awaiting_response')
    }),
  )
}
