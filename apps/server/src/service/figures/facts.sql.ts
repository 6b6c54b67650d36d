import type { Db } from '@podmoga/sql/sql'
import { amongIds } from '../../db/among-ids.ts'
import type { TakeAlong } from '../../module.ts'
import type { Fact, TicketData, What } from './facts.rules.ts'
import { addToPeriods, lockPeriods } from './periods.sql.ts'

export interface TicketRow extends TicketData {
  id: string
  restaurant_id: string
  category: string
  topic: string | null
  device_id: string | null
}

const ms = (at: Date): number => at.getTime()

/** Returns the data of these tickets that {@link factsOf} needs besides their histories, except of merged tickets. */
export const listTicketData = async (db: Db, ids: readonly string[]): Promise<TicketRow[]> => {
  const asked = amongIds(db, ids)
  const tickets = await db<
    {
      id: string
      restaurant_id: string
      category: string
      topic: string | null
      device_id: string | null
      created_at: Date
      score: 'good' | 'bad' | null
      rated_at: Date | null
    }[]
  >`
    select t.id, t.restaurant_id, t.category, t.topic, t.created_at, r.score, r.created_at as rated_at,
      -- Its own device, or that of a ticket merged into it.
      coalesce(d.device_id, (
        with recursive merged as (
          select id, 1 as depth from tickets where merged_into = t.id
          union all
          select m.id, o.depth + 1 from merged o join tickets m on m.merged_into = o.id
        )
        select l.device_id from merged m join device_tickets l on l.ticket_id = m.id order by m.depth, m.id limit 1
      )) as device_id
    from tickets t left join device_tickets d on d.ticket_id = t.id
      left join ticket_ratings r on r.ticket_id = t.id and r.score <> 'skipped'
    where t.id = ${asked} and t.status <> 'merged' order by t.id`
  const answers = Map.groupBy(
    await db<{ ticket_id: string; created_at: Date; author_id: string }[]>`
      select ticket_id, created_at, author_id from messages
      where ticket_id = ${asked} and from_support and not is_automatic order by ticket_id, position`,
    ({ ticket_id }) => ticket_id,
  )
  const log = Map.groupBy(
    await db<{ ticket_id: string; at: Date; act: 'closed' | 'reopened'; person_id: string | null }[]>`
      select ticket_id, at, act, person_id from ticket_log
      where ticket_id = ${asked} and act in ('closed', 'reopened') order by ticket_id, id`,
    ({ ticket_id }) => ticket_id,
  )
  return tickets.map(({ id, restaurant_id, category, topic, device_id, created_at, score, rated_at }) => {
    const acts = log.get(id) ?? []
    return {
      id,
      restaurant_id,
      category,
      topic,
      device_id,
      opened_at: ms(created_at),
      answers: (answers.get(id) ?? []).map((one) => ({ at: ms(one.created_at), agent_id: one.author_id })),
      closings: acts.flatMap(({ act, at, person_id }) =>
        act === 'closed' ? [{ at: ms(at), agent_id: person_id }] : [],
      ),
      reopenings: acts.flatMap(({ act, at }) => (act === 'reopened' ? [ms(at)] : [])),
      rating: score === null || rated_at === null ? null : { at: ms(rated_at), score },
    }
  })
}

/** A stored fact. */
export interface FactRow {
  ticket_id: string
  nth: number
  business_id: string
  restaurant_id: string
  category: string
  topic: string | null
  agent_id: string | null
  device_id: string | null
  what: What
  /** ISO 8601. */
  at: string
  day: string
  hour: number
  minutes: number
}

export const rowsOf = (
  business_id: string,
  { id, restaurant_id, category, topic, device_id }: TicketRow,
  facts: readonly Fact[],
): FactRow[] =>
  facts.map(({ what, at, day, hour, minutes, agent_id }, nth) => ({
    ticket_id: id,
    nth,
    business_id,
    restaurant_id,
    category,
    topic,
    agent_id,
    device_id,
    what,
    at: new Date(at).toISOString(),
    day,
    hour,
    minutes,
  }))

const COLUMNS = (
  db: Db,
) => db`f.ticket_id, f.nth, f.business_id, f.restaurant_id, f.category, f.topic, f.agent_id,
  f.device_id, f.what, f.at, to_char(f.day, 'YYYY-MM-DD') as day, f.hour, f.minutes`

type Kept = Omit<FactRow, 'at'> & { at: Date }
const asRow = (row: Kept): FactRow => ({ ...row, at: row.at.toISOString() })

const contentOf = ({ nth: _nth, ...row }: FactRow): string => JSON.stringify(Object.values(row))

/** Compares the stored and the computed facts of one ticket. New facts get numbers after all stored ones. */
const differences = (kept: readonly FactRow[], counted: readonly FactRow[]) => {
  const left = Map.groupBy(kept, contentOf)
  const added = counted.filter((row) => left.get(contentOf(row))?.pop() === undefined)
  const after = Math.max(-1, ...kept.map(({ nth }) => nth)) + 1
  return { gone: [...left.values()].flat(), added: added.map((row, at) => ({ ...row, nth: after + at })) }
}

/** Stores the facts of these tickets and updates the periods. Returns the tickets whose facts have changed. */
export const keepFacts = async (
  tx: Db,
  ids: readonly string[],
  rows: readonly FactRow[],
): Promise<string[]> => {
  if (rows[0] !== undefined) await lockPeriods(tx, rows[0].business_id)
  const kept = (
    await tx<Kept[]>`
      select ${COLUMNS(tx)} from figure_facts f where f.ticket_id = ${amongIds(tx, ids)}
      order by f.ticket_id, f.nth for update`
  ).map(asRow)
  const before = Map.groupBy(kept, ({ ticket_id }) => ticket_id)
  const after = Map.groupBy(rows, ({ ticket_id }) => ticket_id)
  const changes = [...new Set(ids)].map((id) => differences(before.get(id) ?? [], after.get(id) ?? []))
  const gone = changes.flatMap((one) => one.gone)
  const added = changes.flatMap((one) => one.added)
  if (gone.length > 0)
    await tx`
      delete from figure_facts f using jsonb_to_recordset(${tx.json(gone)}) as r (ticket_id bigint, nth integer)
      where f.ticket_id = r.ticket_id and f.nth = r.nth`
  if (added.length > 0)
    await tx`
      insert into figure_facts (ticket_id, nth, business_id, restaurant_id, category, topic, agent_id, device_id, what, at, day,
        hour, minutes)
      select * from jsonb_to_recordset(${tx.json(added)}) as r (ticket_id bigint, nth integer, business_id bigint,
        restaurant_id bigint, category text, topic text, agent_id bigint, device_id bigint, what text, at timestamptz, day date,
        hour smallint, minutes integer)`
  await addToPeriods(tx, added, gone)
  return [...new Set([...gone, ...added].map(({ ticket_id }) => ticket_id))]
}

/** Deletes the facts of tickets that are being erased, and subtracts them from the periods. They refer to no files. */
export const takeFacts: TakeAlong = async (tx, ticket_ids) => {
  const businesses = await tx<{ business_id: string }[]>`
    select distinct business_id from figure_facts where ticket_id = any(${[...ticket_ids]}::bigint[]) order by 1`
  for (const { business_id } of businesses) await lockPeriods(tx, business_id)
  const gone = await tx<Kept[]>`
    delete from figure_facts f where f.ticket_id = any(${[...ticket_ids]}::bigint[]) returning ${COLUMNS(tx)}`
  await addToPeriods(tx, [], gone.map(asRow))
  return []
}
