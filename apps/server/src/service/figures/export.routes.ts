import { Readable } from 'node:stream'
import * as calls from '@podmoga/contract/desk/figures'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { contentDisposition } from '../../files/content-disposition.ts'
import { csvOf, workbookOf } from '../../files/write-table.ts'
import { businessOf, type DeskMember, type PeopleManager, readingOf } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { MayStillRead } from '../../ports/domains/may-still-read.ts'
import { COLUMNS } from './columns.ts'
import { findRights, listTicketLines, type TicketLine } from './export.sql.ts'
import { figuresOf, readTable } from './figures.answers.ts'
import { type FigureScope, isOfAgents, narrowed, ownScope, scopeBy, scopeOf } from './figures.routes.ts'
import { type FiguresQuery, readTotals } from './figures.sql.ts'

const EXPORTS_PER_HOUR = 60
/** Tickets per query of an export. */
const LOOK = 1000
const ROOT = '/files/figures'
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The parameters of an export; kept short, since they are part of the link's URL. */
interface Order {
  kind: 'table' | 'own' | 'tickets'
  format: keyof typeof TYPES
  /** One of those that the caller may read; the previous release knows only this field. */
  business_id: string
  /** Of all businesses that the caller serves: their ids would not fit into a URL. */
  of_all?: boolean
  from: string
  to: string
  by: calls.FigureBy
  restaurant: string | undefined
}

/** The businesses of an export. An agent's own session serves all of theirs, an API key only its own one. */
const whoseOf = (who: DeskMember | PeopleManager): Pick<Order, 'business_id' | 'of_all'> =>
  readingOf(who).business_ids.length > 1
    ? { business_id: businessOf(who), of_all: true }
    : { business_id: businessOf(who) }

const FIRST: Record<calls.FigureBy, string> = {
  day: 'День',
  hour: 'Час',
  restaurant: 'Ресторан',
  category: 'Категория',
  topic: 'Тема',
  agent: 'Агент',
  group: 'Группа',
  kind: 'Вид устройства',
  model: 'Модель',
}
const text = (value: number | string | null): string => (value === null ? '' : String(value))

const tableLines = async function* (sql: Deps['sql'], asked: FiguresQuery): AsyncGenerator<string[]> {
  yield [FIRST[asked.by], ...COLUMNS.map(([name]) => name)]
  for (let page = 1; ; page += 1) {
    const { rows, total_pages } = await sql.onReplica((db) => readTable(db, asked, page))
    for (const { key, name, ...figures } of rows)
      yield [asked.by === 'hour' ? `${key}:00` : name, ...COLUMNS.map(([, of]) => text(of(figures)))]
    if (page >= total_pages) return
  }
}

interface Period {
  from: string
  to: string
}

const SCORES: Record<string, string> = { good: 'Помогли', bad: 'Не помогли', skipped: '' }
const STATES: Record<string, string> = { awaiting_response: 'Ожидает ответа', processed: 'Обработан' }
const PRIORITIES: Record<string, string> = {
  low: 'Низкая',
  normal: 'Обычная',
  high: 'Высокая',
  urgent: 'Срочная',
}
const TICKET: readonly [string, (line: TicketLine) => number | string | null][] = [
  ['Номер', ({ number }) => number],
  ['Создан', ({ created_at }) => created_at.toISOString()],
  ['Закрыт', ({ closed_at, status }) => (status === 'processed' ? (closed_at?.toISOString() ?? null) : null)],
  ['Ресторан', ({ restaurant }) => restaurant],
  ['Категория', ({ category }) => APPEAL_TYPES.find(({ key }) => key === category)?.name ?? category],
  ['Тема', ({ topic }) => topic],
  ['Состояние', ({ status }) => STATES[status] ?? status],
  ['Срочность', ({ priority }) => PRIORITIES[priority] ?? priority],
  ['Исполнитель', ({ assignee }) => assignee],
  ['Сообщений', ({ messages }) => messages],
  ['Первый ответ, минут', ({ first_minutes }) => first_minutes],
  ['Решение, минут', ({ solved_minutes }) => solved_minutes],
  ['Оценка', ({ score }) => (score === null ? null : (SCORES[score] ?? score))],
  ['Слова оценки', ({ word }) => word],
]

/** Yields the lines page by page: memory use is that of one page, and tickets erased meanwhile are left out. */
const ticketLines = async function* (
  sql: Deps['sql'],
  asked: Pick<FigureScope, 'business_ids' | 'restaurant_ids'> & Period,
): AsyncGenerator<string[]> {
  yield TICKET.map(([name]) => name)
  const { business_ids, ...rest } = asked
  for (const business_id of business_ids) {
    let after: { day: string; ticket_id: string } | null = null
    do {
      const portion: Parameters<typeof listTicketLines>[1] = { ...rest, business_id, after, limit: LOOK }
      const lines = await sql.onReplica((db) => listTicketLines(db, portion))
      for (const line of lines) yield TICKET.map(([, of]) => text(of(line)))
      const last = lines.length < LOOK ? undefined : lines.at(-1)
      after = last === undefined ? null : { day: last.day, ticket_id: last.ticket_id }
    } while (after !== null)
  }
}

/** Routes that export tables of figures, and tickets: the call returns a link, and the link streams a file of any size. */
export const exportRoutes = (app: FastifyInstance, on: On, deps: Deps, mayStillRead: MayStillRead): void => {
  const { sql, clock, links, rates } = deps

  const linkTo = async (
    who: DeskMember | PeopleManager,
    request: FastifyRequest,
    asked: Omit<Order, keyof ReturnType<typeof whoseOf>>,
  ): Promise<{ url: string }> => {
    const order: Order = { ...asked, ...whoseOf(who) }
    await rates.take('export', who.person_id, EXPORTS_PER_HOUR, 3600)
    const { kind, format, from, to } = order
    for (const business_id of readingOf(who).business_ids)
      await writeAudit(sql, {
        at: clock.now(),
        event: kind === 'tickets' ? 'tickets_exported' : 'figures_exported',
        person_id: who.person_id,
        session_id: who.session_id,
        business_id,
        ip: request.ip,
        request_id: request.id,
      })
    const file_name = `${kind === 'tickets' ? 'тикеты' : 'показатели'} ${from} — ${to}.${format}`
    const file = { file_key: `figures ${JSON.stringify(order)}`, file_name, content_type: TYPES[format] }
    return { url: links.link(who, file).replace(/^\/files/, ROOT) }
  }

  on(calls.exportFigures, async ({ who, query, request }) => {
    await narrowed(sql, scopeBy(who, query.by), query.restaurant)
    const { format, from, to, by, restaurant } = query
    return linkTo(who, request, {
      kind: 'table',
      format,
      from,
      to,
      by,
      restaurant,
    })
  })
  on(calls.exportOwnFigures, async ({ who, query, request }) => {
    await narrowed(sql, ownScope(who), query.restaurant)
    const { format, from, to, by, restaurant } = query
    return linkTo(who, request, { kind: 'own', format, from, to, by, restaurant })
  })
  on(calls.exportTickets, async ({ who, query, request }) => {
    const { format, from, to, restaurant } = query
    const scope = await narrowed(sql, scopeOf(who), restaurant)
    const totals = figuresOf(await readTotals(sql, { ...scope, from, to, by: 'day' }))
    if (format === 'xlsx' && totals.opened > calls.SHEET_ROWS_MAX)
      throw refuse('invalid', { fields: { format: 'В листе Excel столько строк нет: выберите CSV' } })
    return linkTo(who, request, {
      kind: 'tickets',
      format,
      from,
      to,
      by: 'day',
      restaurant,
    })
  })

  /** Returns the current scope of a link's reader. Throws `not_found` if they may not read it any more. */
  const scopeNow = async (person_id: string, order: Order): Promise<FigureScope> => {
    const { kind, by, business_id, of_all = false } = order
    const rights = await findRights(sql, { person_id, business_id: of_all ? null : business_id })
    const { admin_of, agent_of, managed } = rights
    const asked = of_all ? agent_of : [business_id]
    if (asked.length === 0) throw refuse('not_found')
    const all = { business_ids: asked, restaurant_ids: null, agent_id: null }
    if (kind !== 'own' && asked.every((id) => admin_of.includes(id))) return all
    if (agent_of.length > 0) {
      return kind === 'own' || isOfAgents(by) ? { ...all, agent_id: person_id } : all
    }
    if (kind === 'own' || managed.length === 0 || isOfAgents(by)) throw refuse('not_found')
    return { ...all, restaurant_ids: managed }
  }

  app.get(`${ROOT}/:token/:name`, async (request, reply) => {
    const { token, name } = request.params as { token: string; name: string }
    const link = links.open(token, name)
    const isOurs = link?.file_key.startsWith('figures ') === true
    if (link === null || !isOurs || !links.isCurrent(link)) throw refuse('not_found')
    if (!(await mayStillRead({ ...link, now: clock.now() }))) throw refuse('not_found')
    const order = JSON.parse(link.file_key.slice('figures '.length)) as Order
    const scope = await narrowed(sql, await scopeNow(link.person_id, order), order.restaurant)
    const { kind, format, from, to, by } = order
    const lines =
      kind === 'tickets'
        ? ticketLines(sql, { ...scope, from, to })
        : tableLines(sql, { ...scope, from, to, by })
    reply.headers({
      'content-type': TYPES[format],
      'content-disposition': contentDisposition('attachment', link.file_name),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    const pieces = format === 'csv' ? csvOf(lines) : workbookOf(lines, 'Показатели')
    return reply.send(Readable.from(pieces, { objectMode: false }))
  })
}
