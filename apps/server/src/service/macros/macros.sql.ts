import type { Macro, MacroActs, MacroRun } from '@podmoga/contract/desk/macros'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { Claim } from '../../background/background.ts'
import type { SeenOfTicket } from '../../ports/domains/ticket-acts.ts'

const OURS = (db: Db, business_ids: readonly string[]) =>
  db`business_id = any(${[...business_ids]}::bigint[])`

export interface MacroRow extends Macro {
  business_id: string
}

export const listMacroRows = (db: Db, business_ids: readonly string[], most: number): Promise<Macro[]> => db`
  select id, name, acts, version from macros where ${OURS(db, business_ids)}
  order by lower(name), id limit ${most}`

/** Returns undefined if the business already has `most` macros. Throws 23505 (unique violation) if the name is taken. */
export const insertMacro = async (
  tx: TransactionSql,
  draft: { business_id: string; name: string; acts: MacroActs; most: number },
): Promise<MacroRow | undefined> => {
  await tx`select pg_advisory_xact_lock(hashtextextended('macros', ${draft.business_id}::bigint))`
  const [row] = await tx<MacroRow[]>`
    insert into macros (business_id, name, acts)
    select ${draft.business_id}::bigint, ${draft.name}::text, ${tx.json(draft.acts)}::jsonb
    where (select count(*) from macros where business_id = ${draft.business_id}) < ${draft.most}
    returning id, name, acts, version, business_id`
  return row
}

/** Returns the new and the old row; undefined if not found, null if the version differs. Throws 23505 (unique violation) if the name is taken. */
export const updateMacro = async (
  tx: TransactionSql,
  business_ids: readonly string[],
  { id, name, acts, version }: Macro,
): Promise<{ row: MacroRow; before: Macro } | undefined | null> => {
  const [now] = await tx<Macro[]>`
    select id, name, acts, version from macros where id = ${id} and ${OURS(tx, business_ids)} for update`
  if (now === undefined) return undefined
  if (now.version !== version) return null
  const [row] = await tx<MacroRow[]>`
    update macros set name = ${name}, acts = ${tx.json(acts)}, version = version + 1 where id = ${id}
    returning id, name, acts, version, business_id`
  return row && { row, before: now }
}

/** Returns the deleted row; undefined if not found. */
export const removeMacro = async (
  db: Db,
  business_ids: readonly string[],
  id: string,
): Promise<MacroRow | undefined> => {
  const [row] = await db<MacroRow[]>`
    delete from macros where id = ${id} and ${OURS(db, business_ids)}
    returning id, name, acts, version, business_id`
  return row
}

export const findMacro = async (
  db: Db,
  business_ids: readonly string[],
  id: string,
): Promise<Macro | undefined> => {
  const [row] = await db<Macro[]>`
    select id, name, acts, version from macros where id = ${id} and ${OURS(db, business_ids)}`
  return row
}

/** A ticket of a run. `seen` null: not checked. */
export interface RunTicket {
  id: string
  seen: SeenOfTicket | null
}

export interface RunRow {
  id: string
  person_id: string
  business_ids: string[]
  name: string
  /** `incident_id`: the incident whose tickets it answers. */
  acts: MacroActs & { incident_id?: string }
  tickets: RunTicket[]
  results: MacroRun['results']
  state: MacroRun['state']
  due_at: Date | string
}

const RUN = (db: Db) => db`id, person_id, business_ids, name, acts, tickets, results, state, due_at`

export const insertRun = async (
  tx: TransactionSql,
  run: Pick<RunRow, 'person_id' | 'business_ids' | 'name' | 'acts' | 'tickets'> & { due_at: Date },
): Promise<RunRow> => {
  const [row] = await tx<RunRow[]>`
    insert into macro_runs (person_id, business_ids, name, acts, tickets, due_at)
    values (${run.person_id}, ${run.business_ids}::bigint[], ${run.name}, ${tx.json(run.acts)},
      ${tx.json(run.tickets)}, ${run.due_at})
    returning ${RUN(tx)}`
  if (row === undefined) throw new Error('macro run was not inserted')
  return row
}

export const findRun = async (
  db: Db,
  { id, person_id }: { id: string; person_id: string },
): Promise<RunRow | undefined> => {
  const [row] = await db<RunRow[]>`
    select ${RUN(db)} from macro_runs where id = ${id} and person_id = ${person_id}`
  return row
}

/** Undoes a run that has not begun. */
export const undoRun = async (db: Db, id: string): Promise<void> => {
  await db`update macro_runs set state = 'undone' where id = ${id} and state = 'waiting'`
}

/** Leases runs that are due. A run whose lease has expired resumes where it stopped. */
export const takeRuns = (db: Db, { now, lease_until, limit }: Claim): Promise<RunRow[]> => db`
  update macro_runs set state = 'running', leased_until = ${lease_until}
  where id = any(array(
    select id from macro_runs
    where state in ('waiting', 'running') and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
    order by due_at limit ${limit} for update skip locked))
  returning ${RUN(db)}`

/**
 * Locks the run. Returns the index of its next ticket, with those of its businesses that the person still serves; null if all are
 * done.
 */
export const nextOf = async (
  tx: TransactionSql,
  id: string,
): Promise<{ at: number; business_ids: string[] } | null> => {
  const [row] = await tx<{ at: number; total: number; business_ids: string[] }[]>`
    select jsonb_array_length(r.results) as at, jsonb_array_length(r.tickets) as total,
      array(select m.business_id::text from desk_members m join people p on p.id = m.person_id
        where m.person_id = r.person_id and m.role = 'agent' and m.business_id = any(r.business_ids)
          and p.disabled_at is null) as business_ids
    from macro_runs r where r.id = ${id} and r.state = 'running' for update of r`
  return row === undefined || row.at >= row.total ? null : row
}

export const addResult = async (
  tx: TransactionSql,
  id: string,
  result: MacroRun['results'][number],
): Promise<void> => {
  await tx`update macro_runs set results = results || ${tx.json([result])} where id = ${id}`
}

/** Ends a run and returns it; undefined if it had already ended. One that did nothing counts as undone. */
export const endRun = async (db: Db, id: string): Promise<RunRow | undefined> => {
  const [row] = await db<RunRow[]>`
    update macro_runs set state = case when jsonb_array_length(results) = 0 then 'undone' else 'done' end,
      leased_until = null
    where id = ${id} and state = 'running'
    returning ${RUN(db)}`
  return row
}

/** Counts the tickets by business. */
export const businessesOf = (
  db: Db,
  ids: readonly string[],
): Promise<{ business_id: string; tickets: number }[]> => db`
  select business_id, count(*)::int as tickets from tickets where id = any(${[...ids]}::bigint[])
  group by business_id order by business_id`

/** Deletes finished and undone runs that were due before the given time. */
export const sweepRuns = async (db: Db, before: Date): Promise<void> => {
  await db`delete from macro_runs where due_at < ${before} and state in ('undone', 'done')`
}

export const forgetRuns = async (db: Db, person_id: string): Promise<void> => {
  await db`delete from macro_runs where person_id = ${person_id}`
}
