import { FigureWhat } from '@podmoga/contract/desk/figures'
import type { Db, Sql } from '@podmoga/sql/sql'
import { type Minutes, mergeMinutes, timesOf } from './minutes.ts'
import { listMoved, type Modelled, moveModel, takeAllModels, takeModels } from './models.sql.ts'

/** The counts of a period; each is a column. */
export const COUNTS = [...FigureWhat.options, 'looked', 'deflected'] as const
export type Counts = Record<(typeof COUNTS)[number], number>
/** Counts that also have a distribution of minutes. */
const MEASURED = ['first', 'solved'] as const

/** SQL: an expression for each count, separated by commas. */
export const eachCount = (db: Db, of: (what: string) => string) =>
  db.unsafe(COUNTS.map(of).join(', ')) as never
/** SQL: the columns of a period except its key. */
const COLUMNS = (db: Db) => db`${eachCount(db, (what) => what)}, first_minutes, solved_minutes`

const COLUMNS_OF = (db: Db, row: string) =>
  db.unsafe(
    [...COUNTS, 'first_minutes', 'solved_minutes'].map((name) => `${row}.${name}`).join(', '),
  ) as never

/** A fact or a look-up that changes sums by one. */
export interface Counted {
  business_id: string
  restaurant_id: string
  category?: string | null
  topic?: string | null
  agent_id?: string | null
  device_id?: string | null
  what: string
  day: string
  hour: number
  minutes: number
}

type Sided = Counted & { of?: Modelled | undefined }
/** The sides under which a device counts, other than its own. */
const sidesOfModel = ({ kind, model }: Modelled): [side: string, key: string | null][] => [
  ['kind', kind],
  ['model', model === '' ? null : model],
]
const sidesOf = (one: Sided): [side: string, key: string | null | undefined][] => [
  ['all', ''],
  ['hour', String(one.hour).padStart(2, '0')],
  ['restaurant', one.restaurant_id],
  ['category', one.category],
  ['topic', one.topic],
  ['agent', one.agent_id],
  ['device', one.device_id],
  ...(one.of === undefined ? [] : sidesOfModel(one.of)),
]
/** SQL: as {@link sidesOf}, for a row of facts `f`. */
const SIDES = (db: Db) => db`values ('all', ''), ('hour', lpad(f.hour::text, 2, '0')),
  ('restaurant', f.restaurant_id::text), ('category', f.category), ('topic', f.topic), ('agent', f.agent_id::text),
  ('device', f.device_id::text), ('kind', f.kind), ('model', nullif(f.model, ''))`

interface PeriodKey {
  business_id: string
  side: string
  span: string
  since: string
  key: string
}
interface Change {
  period: PeriodKey
  counts: Partial<Record<string, number>>
  minutes: Record<(typeof MEASURED)[number], Map<number, number>>
}

const changesOf = (added: readonly Sided[], gone: readonly Sided[]): Change[] => {
  const changes = new Map<string, Change>()
  const add = (one: Sided, by: number): void => {
    const { business_id, day, what, minutes } = one
    for (const [side, key] of sidesOf(one))
      for (const [span, since] of [
        ['day', day],
        ['month', `${day.slice(0, 7)}-01`],
      ] as const) {
        if (key === null || key === undefined) continue
        const period = { business_id, side, span, since, key }
        const name = Object.values(period).join()
        const change: Change = changes.get(name) ?? {
          period,
          counts: {},
          minutes: { first: new Map(), solved: new Map() },
        }
        changes.set(name, change)
        change.counts[what] = (change.counts[what] ?? 0) + by
        const times = change.minutes[what as 'first']
        times?.set(minutes, (times.get(minutes) ?? 0) + by)
      }
  }
  for (const one of added) add(one, 1)
  for (const one of gone) add(one, -1)
  const isSome = (n: number | undefined): boolean => n !== 0
  return [...changes.values()].filter(
    ({ counts, minutes }) =>
      Object.values(counts).some(isSome) || MEASURED.some((what) => [...minutes[what].values()].some(isSome)),
  )
}

/** Serializes changes of a business's periods. To avoid deadlocks, must be taken before its facts are locked. */
export const lockPeriods = async (tx: Db, business_id: string): Promise<void> => {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`figures of ${business_id}`}, 0))`
}

const PERIOD_KEY = (db: Db) => db`business_id bigint, side text, span text, since date, key text`

/** Adds to the periods and subtracts from them. The caller must hold {@link lockPeriods}. */
export const addToPeriods = async (
  tx: Db,
  added: readonly Counted[],
  gone: readonly Counted[] = [],
): Promise<void> => {
  const ids = [...added, ...gone].flatMap(({ device_id }) => device_id ?? [])
  const models = await takeModels(tx, [...new Set(ids)])
  const sided = (one: Counted): Sided => ({ ...one, of: models.get(one.device_id ?? '') })
  await keepChanges(tx, changesOf(added.map(sided), gone.map(sided)))
}

/** Moves the sums of edited devices to their current kind and model. Returns the number of devices. */
export const moveModels = async (sql: Sql): Promise<number> => {
  const moved = await listMoved(sql)
  for (const { device_id, business_id } of moved)
    await sql.begin(async (tx) => {
      await lockPeriods(tx, business_id)
      const change = await moveModel(tx, device_id)
      if (change === undefined) return
      const rows = await tx<
        (PeriodKey & Counts & Record<'first_minutes' | 'solved_minutes', Minutes | null>)[]
      >`
        select business_id, side, span, to_char(since, 'YYYY-MM-DD') as since, key, ${COLUMNS(tx)} from figure_periods
        where business_id = ${business_id} and side = 'device' and key = ${device_id}`
      const part = (of: Modelled, by: number): Change[] =>
        rows.flatMap((row) =>
          sidesOfModel(of).flatMap(([side, key]): Change[] => {
            if (key === null) return []
            const times = (kept: Minutes | null) =>
              new Map([...timesOf(kept)].map(([minutes, n]) => [minutes, n * by]))
            return [
              {
                period: { business_id, side, span: row.span, since: row.since, key },
                counts: Object.fromEntries(COUNTS.map((what) => [what, row[what] * by])),
                minutes: { first: times(row.first_minutes), solved: times(row.solved_minutes) },
              },
            ]
          }),
        )
      // Separate calls: if only the model has changed, both touch the rows of the same kind.
      await keepChanges(tx, part(change.was, -1))
      await keepChanges(tx, part(change.is, 1))
    })
  return moved.length
}

/** Applies changes. The caller must hold {@link lockPeriods}; each period may occur only once. */
const keepChanges = async (tx: Db, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  const nameOf = ({ business_id, side, span, since, key }: PeriodKey): string =>
    [business_id, side, span, since, key].join()
  const measured = changes.filter(({ minutes }) => MEASURED.some((what) => minutes[what].size > 0))
  const rowsKept =
    measured.length === 0
      ? []
      : await tx<(PeriodKey & { first_minutes: Minutes | null; solved_minutes: Minutes | null })[]>`
        select p.business_id, p.side, p.span, to_char(p.since, 'YYYY-MM-DD') as since, p.key, p.first_minutes, p.solved_minutes
        from jsonb_to_recordset(${tx.json(measured.map(({ period }) => period))}) as r (${PERIOD_KEY(tx)})
          join figure_periods p using (business_id, side, span, since, key)`
  const kept = new Map(rowsKept.map((row) => [nameOf(row), row]))
  const hex = (minutes: Minutes | null): string | null =>
    minutes === null ? null : Buffer.from(minutes).toString('hex')
  const rows = changes.map(({ period, counts, minutes }) => {
    const before = kept.get(nameOf(period))
    return {
      ...period,
      ...Object.fromEntries(COUNTS.map((what) => [what, counts[what] ?? 0])),
      is_measured: MEASURED.some((what) => minutes[what].size > 0),
      first_minutes: hex(mergeMinutes(before?.first_minutes ?? null, minutes.first)),
      solved_minutes: hex(mergeMinutes(before?.solved_minutes ?? null, minutes.solved)),
    }
  })
  const added_up = eachCount(tx, (what) => `${what} = p.${what} + excluded.${what}`)
  for (const is_measured of [true, false]) {
    const some = rows.filter((row) => row.is_measured === is_measured)
    if (some.length === 0) continue
    await tx`
      insert into figure_periods as p (business_id, side, span, since, key, ${COLUMNS(tx)})
      select business_id, side, span, since, key, ${eachCount(tx, (what) => what)}, decode(first_minutes, 'hex'),
        decode(solved_minutes, 'hex')
      from jsonb_to_recordset(${tx.json(some)}) as r (${PERIOD_KEY(tx)},
        ${eachCount(tx, (what) => `${what} integer`)}, first_minutes text, solved_minutes text)
      on conflict (business_id, side, span, since, key) do update set ${added_up}
        ${is_measured ? tx`, first_minutes = excluded.first_minutes, solved_minutes = excluded.solved_minutes` : tx``}`
  }
}

/** null: all businesses; all time. `month`: by its first day, 2026-01-01. */
export interface Within {
  business_id: string | null
  month: string | null
}

const WITHIN = (db: Db, { business_id, month }: Within, day: string) => db`
  ${business_id === null ? db`true` : db`business_id = ${business_id}`}
  and ${
    month === null
      ? db`true`
      : db`${db(day)} >= ${month}::date and ${db(day)} < ${month}::date + interval '1 month'`
  }`

/** SQL: CTE `counted` with the periods as recomputed in full from facts and look-ups. */
const FULL_COUNT = (db: Db, within: Within) => db`
  happening as (
    select business_id, restaurant_id, category, topic, agent_id, device_id, v.kind, v.model, what, day, hour, minutes
    from figure_facts left join figure_devices v using (business_id, device_id) where ${WITHIN(db, within, 'day')}
    union all
    select business_id, restaurant_id, null, null, null, null, null, null, w.what, day, hour, 0 from figure_lookups l,
      lateral (values ('looked', true), ('deflected', l.deflected)) as w (what, counts)
    where l.deflected is not null and w.counts and ${WITHIN(db, within, 'day')}
  ), cell as (
    select business_id, side, day, key, what, minutes, count(*)::int as n
    from happening f, lateral (${SIDES(db)}) as s (side, key) where key is not null group by 1, 2, 3, 4, 5, 6
  ), spanned as (
    select business_id, side, 'day' as span, day as since, key, what, minutes, n from cell
    union all
    select business_id, side, 'month', date_trunc('month', day::timestamp)::date, key, what, minutes, sum(n)::int from cell
    group by 1, 2, 4, 5, 6, 7
  ), counted as (
    select business_id, side, span, since, key,
      ${eachCount(db, (what) => `coalesce(sum(n) filter (where what = '${what}'), 0)::int as ${what}`)},
      ${
        db.unsafe(
          MEASURED.map(
            (what) =>
              `string_agg(int4send(minutes) || int4send(n), '' order by minutes) filter (where what = '${what}') as ${what}_minutes`,
          ).join(', '),
        ) as never
      }
    from spanned group by 1, 2, 3, 4, 5
  )`

/** Replaces the periods of a month with a full count. The caller must hold {@link lockPeriods}. */
export const rebuildPeriods = async (
  tx: Db,
  within: { business_id: string; month: string },
): Promise<void> => {
  await takeAllModels(tx, within.business_id)
  await tx`delete from figure_periods where ${WITHIN(tx, within, 'since')}`
  await tx`
    with ${FULL_COUNT(tx, within)}
    insert into figure_periods (business_id, side, span, since, key, ${COLUMNS(tx)})
    select business_id, side, span, since, key, ${COLUMNS(tx)} from counted`
}

/** Lists the months, by first day, between the first and last day of a business's facts, look-ups and periods. */
export const listMonths = async (db: Db, business_id: string): Promise<string[]> => {
  const rows = await db<{ month: string }[]>`
    with ends as (
      select min(low) as low, max(high) as high from (
        select min(day) as low, max(day) as high from figure_facts where business_id = ${business_id}
        union all select min(day), max(day) from figure_lookups where business_id = ${business_id}
        union all select min(since), max(since) from figure_periods where business_id = ${business_id}) e
    )
    select to_char(month, 'YYYY-MM-DD') as month
    from ends, generate_series(date_trunc('month', low::timestamp), high::timestamp, interval '1 month') month`
  return rows.map(({ month }) => month)
}

export interface WrongPeriod {
  business_id: string
  side: string
  span: string
  since: string
  key: string
  /** null: no such row. */
  kept: Record<string, unknown> | null
  counted: Record<string, unknown> | null
}

/** Lists periods that differ from a full count; at most 101. */
export const listWrongPeriods = (db: Db, within: Within): Promise<WrongPeriod[]> => db<WrongPeriod[]>`
  with ${FULL_COUNT(db, within)}, kept as (
    select * from figure_periods where greatest(${eachCount(db, (what) => `abs(${what})`)}) > 0 and ${WITHIN(db, within, 'since')}
  ), built as (select business_id from figure_cursors where is_built)
  select business_id, side, span, to_char(since, 'YYYY-MM-DD') as since, key, to_jsonb(k) as kept, to_jsonb(c) as counted
  from kept k full join counted c using (business_id, side, span, since, key)
  where (${COLUMNS_OF(db, 'k')}) is distinct from (${COLUMNS_OF(db, 'c')}) and business_id in (select business_id from built)
  order by 1, 2, 3, 4, 5 limit 101`
