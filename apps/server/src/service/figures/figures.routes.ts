import * as calls from '@podmoga/contract/desk/figures'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { type DeskMember, type PeopleManager, readingOf } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { readFiguresAnswer } from './figures.answers.ts'
import {
  type BehindRow,
  type FactsQuery,
  type FiguresQuery,
  listBehindRows,
  listNamedRestaurants,
} from './figures.sql.ts'

const LOOK = 50

/** Tables by which the head of support compares agents; an agent sees only their own row. */
export const isOfAgents = (by: calls.FigureBy): boolean => by === 'agent' || by === 'group'

/** The scope of figures that a person may see. */
export type FigureScope = Pick<FiguresQuery, 'business_ids' | 'restaurant_ids' | 'agent_id'>

/** The head of support and agents see everything, a manager the restaurants they manage. */
export const scopeOf = (who: PeopleManager | DeskMember): FigureScope => ({
  ...readingOf(who),
  agent_id: null,
})

const isHead = (who: PeopleManager | DeskMember): boolean =>
  'restaurant_ids' in who && who.restaurant_ids === null

/** The scope of an agent's own figures. */
export const ownScope = ({ business_ids, person_id }: DeskMember): FigureScope => ({
  business_ids,
  restaurant_ids: null,
  agent_id: person_id,
})

/** As {@link scopeOf}, but in tables by agent and by group an agent sees only themselves, and a manager gets an error. */
export const scopeBy = (who: PeopleManager | DeskMember, by: calls.FigureBy): FigureScope => {
  if (!isOfAgents(by)) return scopeOf(who)
  if ('business_ids' in who) return ownScope(who)
  if (who.restaurant_ids !== null)
    throw refuse('invalid', { fields: { by: 'По агентам смотрит руководитель поддержки' } })
  return scopeOf(who)
}

/** Narrows the scope to one of its restaurants. Throws `not_found` if it is outside. */
export const narrowed = async (
  db: Db,
  scope: FigureScope,
  restaurant: string | undefined,
): Promise<FigureScope> => {
  if (restaurant === undefined) return scope
  const id = rowId(restaurant)
  const isVisible = scope.restaurant_ids === null || scope.restaurant_ids.includes(id)
  const found = isVisible
    ? await listNamedRestaurants(db, { business_ids: scope.business_ids, restaurant_ids: [id] })
    : []
  if (found.length === 0) throw refuse('not_found')
  return { ...scope, restaurant_ids: [id] }
}

interface BehindQuery {
  from: string
  to: string
  what: calls.FigureWhat
  restaurant?: string | undefined
  category?: string | undefined
  topic?: string | undefined
  hour?: string | undefined
  agent?: string | undefined
  group?: string | undefined
  kind?: string | undefined
  model?: string | undefined
  after?: string | undefined
}

/** Returns whether a date exists (unlike 2026-02-30) and is not before 2000, as the database's calendar has an end. */
const isDay = (day: string): boolean => {
  const at = Date.parse(day)
  return day >= '2000-01-01' && !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day
}

/** Validates the query of a ticket list: an agent may not ask for a colleague, nor a manager for any agent. */
const behindOf = async (
  db: Db,
  who: PeopleManager | DeskMember,
  scope: FigureScope,
  query: BehindQuery,
): Promise<FactsQuery> => {
  const { from, to, what, category, topic, hour, agent, group, kind, model, after } = query
  const within = await narrowed(db, scope, query.restaurant)
  const own = 'business_ids' in who ? who.person_id : null
  if (agent !== undefined && !isHead(who) && agent !== own) throw refuse('not_found')
  // By group, too, an agent sees only themselves.
  if (group !== undefined && !isHead(who) && own === null) throw refuse('not_found')
  const agent_id = group === undefined || isHead(who) ? within.agent_id : own
  const [day = '', ticket_id = '', nth = ''] = after?.split('_') ?? []
  if (after !== undefined && !isDay(day)) throw refuse('not_found')
  return {
    ...within,
    agent_id: agent === undefined ? agent_id : rowId(agent),
    from,
    to,
    what,
    category: category ?? null,
    topic: topic ?? null,
    hour: hour === undefined ? null : Number(hour),
    group: group === undefined ? null : rowId(group),
    kind: kind ?? null,
    model: model ?? null,
    after: after === undefined ? null : { day, ticket_id, nth: Number(nth) },
    limit: LOOK + 1,
  }
}

const cursorOf = ({ day, ticket_id, nth }: BehindRow): string => `${day}_${ticket_id}_${nth}`

const behindAnswer = (
  rows: readonly BehindRow[],
  { mayName, is_measured }: { mayName: boolean; is_measured: boolean },
): calls.FigureTickets => {
  const page = rows.slice(0, LOOK)
  const last = page.at(-1)
  return {
    results: page.map((row) => ({
      id: cursorOf(row),
      ticket: row.ticket_id,
      number: row.number,
      restaurant: row.restaurant,
      restaurant_id: row.restaurant_id,
      at: row.at.toISOString(),
      minutes: is_measured ? row.minutes : null,
      agent: mayName ? row.agent : null,
      word: row.word,
    })),
    next: rows.length > LOOK && last !== undefined ? cursorOf(last) : null,
  }
}

const MEASURED: readonly string[] = ['first', 'solved']

/** Routes of figures: the head of support sees everything, a manager their restaurants, an agent all but colleagues. */
export const figureRoutes = (on: On, { sql }: Deps): void => {
  const answerOf = async (
    who: PeopleManager | DeskMember,
    scope: FigureScope,
    {
      from,
      to,
      by,
      restaurant,
      page,
    }: { from: string; to: string; by: calls.FigureBy; restaurant?: string | undefined; page: number },
  ) => {
    const asked = { ...(await narrowed(sql, scope, restaurant)), from, to, by }
    const seen = {
      page,
      visible: scope.restaurant_ids,
      sees_gaps: isHead(who),
    }
    return sql.onReplica((db) => readFiguresAnswer(db, asked, seen))
  }

  on(calls.getFigures, ({ who, query }) => answerOf(who, scopeBy(who, query.by), query))
  on(calls.getOwnFigures, ({ who, query }) => answerOf(who, ownScope(who), query))

  const ticketsOf = async (
    who: PeopleManager | DeskMember,
    scope: FigureScope,
    query: BehindQuery,
  ): Promise<calls.FigureTickets> => {
    const asked = await behindOf(sql, who, scope, query)
    return behindAnswer(await sql.onReplica((db) => listBehindRows(db, asked)), {
      mayName: scope.restaurant_ids === null,
      is_measured: MEASURED.includes(query.what),
    })
  }
  on(calls.listFigureTickets, ({ who, query }) => ticketsOf(who, scopeOf(who), query))
  on(calls.listOwnFigureTickets, ({ who, query }) => ticketsOf(who, ownScope(who), query))
}
