import * as calls from '@podmoga/contract/desk/figures'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { DeskMember, PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { readFiguresAnswer } from './figures.answers.ts'
import {
  type Asked,
  type BehindAsked,
  type BehindRow,
  listBehindRows,
  listNamedRestaurants,
} from './figures.sql.ts'

const LOOK = 50

/** What managers do not see. */
export const isOfAgents = (by: calls.FigureBy): boolean => by === 'agent' || by === 'group'

/** Whose figures somebody may see. */
export type FigureScope = Pick<Asked, 'business_ids' | 'restaurant_ids' | 'agent_id'>

/** The head of support sees all, a manager their restaurants. */
export const scopeOf = ({ business_id, restaurant_ids }: PeopleManager): FigureScope => ({
  business_ids: [business_id],
  restaurant_ids,
  agent_id: null,
})

/** An agent sees themselves. */
export const ownScope = ({ business_ids, person_id }: DeskMember): FigureScope => ({
  business_ids,
  restaurant_ids: null,
  agent_id: person_id,
})

/** The scope narrowed to one restaurant of it. */
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

/** The form of a day says nothing of February, and the calendar of the database has an end. */
const isDay = (day: string): boolean => {
  const at = Date.parse(day)
  return day >= '2000-01-01' && !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day
}

/** The question of a list of tickets; an agent asks of nobody else, a manager of no agent. */
const behindOf = async (db: Db, scope: FigureScope, query: BehindQuery): Promise<BehindAsked> => {
  const { from, to, what, category, topic, hour, agent, group, kind, model, after } = query
  const within = await narrowed(db, scope, query.restaurant)
  const isHead = scope.restaurant_ids === null && scope.agent_id === null
  if (agent !== undefined && !isHead && agent !== scope.agent_id) throw refuse('not_found')
  if (group !== undefined && !isHead) throw refuse('not_found')
  const [day = '', ticket_id = '', nth = ''] = after?.split('_') ?? []
  if (after !== undefined && !isDay(day)) throw refuse('not_found')
  return {
    ...within,
    agent_id: agent === undefined ? within.agent_id : rowId(agent),
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

const placeOf = ({ day, ticket_id, nth }: BehindRow): string => `${day}_${ticket_id}_${nth}`

const behindAnswer = (
  rows: readonly BehindRow[],
  { mayName, is_measured }: { mayName: boolean; is_measured: boolean },
): calls.FigureTickets => {
  const page = rows.slice(0, LOOK)
  const last = page.at(-1)
  return {
    results: page.map((row) => ({
      id: placeOf(row),
      ticket: row.ticket_id,
      number: row.number,
      restaurant: row.restaurant,
      restaurant_id: row.restaurant_id,
      at: row.at.toISOString(),
      minutes: is_measured ? row.minutes : null,
      agent: mayName ? row.agent : null,
      word: row.word,
    })),
    next: rows.length > LOOK && last !== undefined ? placeOf(last) : null,
  }
}

const MEASURED: readonly string[] = ['first', 'solved']

/** How support did: the head sees all, a manager their restaurants, an agent themselves. */
export const figureRoutes = (on: On, { sql }: Deps): void => {
  const answerOf = async (
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
      sees_gaps: scope.restaurant_ids === null && scope.agent_id === null,
    }
    return sql.onReplica((db) => readFiguresAnswer(db, asked, seen))
  }

  on(calls.getFigures, ({ who, query }) => {
    if (isOfAgents(query.by) && who.restaurant_ids !== null)
      throw refuse('invalid', { fields: { by: 'По агентам смотрит руководитель поддержки' } })
    return answerOf(scopeOf(who), query)
  })
  on(calls.getOwnFigures, ({ who, query }) => answerOf(ownScope(who), query))

  const ticketsOf = async (scope: FigureScope, query: BehindQuery): Promise<calls.FigureTickets> => {
    const asked = await behindOf(sql, scope, query)
    return behindAnswer(await sql.onReplica((db) => listBehindRows(db, asked)), {
      mayName: scope.restaurant_ids === null,
      is_measured: MEASURED.includes(query.what),
    })
  }
  on(calls.listFigureTickets, ({ who, query }) => ticketsOf(scopeOf(who), query))
  on(calls.listOwnFigureTickets, ({ who, query }) => ticketsOf(ownScope(who), query))
}
