import { APPEAL_TYPES, categoryName } from '@podmoga/contract/fields/choices'
import { isBlank } from '@podmoga/contract/fields/fields'
import { FILE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { totalPages } from '@podmoga/contract/page'
import * as calls from '@podmoga/contract/tickets'
import type { Deps } from '../deps.ts'
import { refuse, rowId } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import type { PromisedOf } from '../ports/domains/answer-times.ts'
import type { LinkDevice } from '../ports/domains/link-device.ts'
import type { TopicsOf } from '../ports/domains/topics-of.ts'
import { noteRead } from './notifications/queue.sql.ts'
import { searchOwn } from './search/own.ts'
import { iso, messageAnswer, messagePageAnswer, nameOf, ticketAnswer } from './tickets.answers.ts'
import { openTicketOf, readableIds, topicToKeep } from './tickets.rules.ts'
import { countUnread, deleteUnread, findTicketRow, listMessageRows, listTicketRows } from './tickets.sql.ts'
import { addMessage, addTicket } from './tickets.write.sql.ts'

/** Functions of other modules. */
interface Asked {
  topicsOf: TopicsOf
  linkDevice: LinkDevice
  promisedOf: PromisedOf
}

/** The help desk as restaurant staff see it: every read and write stays inside the restaurant of the request. */
export const ticketRoutes = (on: On, deps: Deps, asked: Asked): void => {
  readRoutes(on, deps, asked)
  writeRoutes(on, deps, asked)
  choiceRoutes(on, deps, asked)
}

const readRoutes = (on: On, { sql, links }: Deps, { promisedOf }: Asked): void => {
  on(calls.getUnread, async ({ who }) => ({ unread: await countUnread(sql, who) }))

  on(calls.listTickets, async ({ who, query }) => {
    const { restaurant_id, person_id } = who
    const { page, page_size, status, search = '' } = query
    const own = { restaurant_id, person_id, status, page, page_size }
    const found = isBlank(search)
      ? null
      : await searchOwn(sql, { ...own, business_id: who.business_id, search })
    const shown = found?.ids.slice((page - 1) * page_size, page * page_size)
    // Tickets on the page already show that they wait.
    const with_yours = status === 'awaiting_response' && page === 1 && shown === undefined
    const asked = { ...own, with_yours, ...(shown === undefined ? {} : { found: shown }) }
    // Closed tickets are read rarely and lie far back.
    const list =
      status === 'processed'
        ? await sql.onReplica((db) => listTicketRows(db, asked))
        : await listTicketRows(sql, asked)
    const { yours } = list
    const words = await found?.wordsOf(shown ?? [])
    const rows = shown?.flatMap((id) => list.rows.find((row) => row.id === id) ?? []) ?? list.rows
    const total_items = found?.ids.length ?? list.total_items
    return {
      results: rows.map((row) => ({
        id: row.id,
        number: row.number,
        category: categoryName(row.category),
        created_at: iso(row.created_at),
        last_message: row.last_message,
        unread: row.unread,
        last_author: nameOf(row),
        last_is_mine: row.author_id === person_id,
        last_from_support: row.from_support,
        last_pictures: row.pictures,
        ...(words?.has(row.id) ? { found: words.get(row.id) } : {}),
      })),
      total_pages: totalPages(total_items, page_size),
      total_items,
      ...(yours.length === 0
        ? {}
        : {
            yours: yours.map(({ category, created_at, ...row }) => ({
              ...row,
              category: categoryName(category),
              created_at: iso(created_at),
            })),
          }),
    }
  })

  on(calls.getTicket, async ({ who, params }) => {
    const row = await findTicketRow(sql, {
      restaurant_id: who.restaurant_id,
      ticket_id: rowId(params.ticketId),
    })
    if (row === undefined) throw refuse('not_found')
    const ticket = ticketAnswer(row)
    if (!row.is_unanswered) return ticket
    const { minutes, opens_at, spent } = await promisedOf(who.business_id, row.created_at)
    const promise = minutes[row.category] ?? null
    // A broken promise is not shown.
    if (promise === null || spent > promise * 60_000) return ticket
    return { ...ticket, promise, opens_at: opens_at === null ? null : iso(opens_at) }
  })

  on(calls.listMessages, async ({ who, params, query }) => {
    const list = await listMessageRows(sql, {
      scope: { restaurant_id: who.restaurant_id },
      ticket_id: rowId(params.ticketId),
      unread_by: who.person_id,
      ...query,
    })
    if (list === undefined) throw refuse('not_found')
    return messagePageAnswer(links, who, list, query)
  })
}

const writeRoutes = (on: On, deps: Deps, { topicsOf, linkDevice }: Asked): void => {
  const { sql, settings, clock, rates, links, log } = deps

  on(calls.createTicket, async ({ who, form, once }) => {
    const { person_id, restaurant_id, business_id } = who
    let kept: Awaited<ReturnType<typeof topicToKeep>> = { topic: null, topic_name: null }
    return once({
      before: async () => {
        kept = await topicToKeep(topicsOf, { business_id, ...form })
        await rates.take('tickets', person_id, settings.configOf(business_id).TICKETS_PER_10_MINUTES, 600)
      },
      work: async (tx, stored) => {
        const { category, initial_message: text, device: code } = form
        const draft = { restaurant_id, business_id, author_id: person_id, category, ...kept, text }
        const ticket = await addTicket(tx, { ...draft, now: clock.now() }, stored)
        if (code !== undefined) await linkDevice(tx, { code, ticket_id: ticket.id, restaurant_id })
        return ticket
      },
    })
  })

  on(calls.sendReply, async ({ who, params, form, once }) => {
    const { person_id, restaurant_id, business_id } = who
    const where = { scope: { restaurant_id }, ticket_id: params.ticketId }
    const message = await once({
      before: async () => {
        await openTicketOf(sql, where)
        await rates.take('replies', person_id, settings.configOf(business_id).REPLIES_PER_MINUTE, 60)
      },
      work: async (tx, stored) => {
        const { id } = await openTicketOf(tx, { ...where, lock: true })
        const draft = { ticket_id: id, author_id: person_id, from_support: false, text: form.text }
        return addMessage(tx, { ...draft, now: clock.now() }, stored)
      },
    })
    return messageAnswer(links, who, message)
  })

  on(calls.readMessages, async ({ who, body }) => {
    const message_ids = readableIds(body.ids)
    if (message_ids.length > 0)
      await deleteUnread(sql, { restaurant_id: who.restaurant_id, person_id: who.person_id, message_ids })
    if (message_ids.length > 0)
      // If this fails, notices on other devices go a little later; no reader has to wait for it.
      await noteRead(sql, { ...who, now: clock.now() }).catch((error: unknown) =>
        log.warn({ err: error }, 'notices of what was read stay'),
      )
    return { ok: true, unread: await countUnread(sql, who) }
  })
}

const choiceRoutes = (
  on: On,
  { settings }: Deps,
  { topicsOf, promisedOf }: { topicsOf: TopicsOf; promisedOf: PromisedOf },
): void => {
  const list = async (choices: readonly calls.Option[]) => choices.map(({ key, name }) => ({ key, name }))
  on(calls.listAppealTypes, () => list(APPEAL_TYPES))
  on(calls.listModuleTypes, async ({ who }) => list(await topicsOf(who.business_id, 'module')))
  on(calls.listPaymentIssueTypes, async ({ who }) => list(await topicsOf(who.business_id, 'payment')))

  on(calls.getLimits, async ({ who }) => {
    const { FILE_MAX_BYTES, FILES_MAX, FILES_TOTAL_BYTES } = settings.configOf(who.business_id)
    const { minutes, opens_at } = await promisedOf(who.business_id)
    const { '': promise = null, ...promises } = minutes
    return {
      max_file_size: FILE_MAX_BYTES,
      max_files: FILES_MAX,
      accept: [...FILE_EXTENSIONS],
      max_total_size: FILES_TOTAL_BYTES,
      promise,
      promises,
      opens_at: opens_at === null ? null : iso(opens_at),
    }
  })
}
