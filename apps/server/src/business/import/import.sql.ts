import type { PeopleImport, RowFate } from '@podmoga/contract/desk/imports'
import type { Db } from '@podmoga/sql/sql'
import type { PeopleManager } from '../../http/principals.ts'
import { insertPeople } from '../../profile/profile.people.sql.ts'
import type { Cells } from './columns.ts'

export interface ImportHead {
  id: string
  file_name: string
  ignored_columns: string[]
  state: PeopleImport['state']
  send: 'link' | 'email'
}

/** The manager and the request that started the import, so that any server can continue it on their behalf. */
export interface RunBy {
  manager: PeopleManager
  ip: string
  request_id: string
}

export interface ImportLine {
  line: number
  cells: Cells
  fate: RowFate
  says: string
}

const DAY_MS = 24 * 3600_000
/** Imports a manager may have stored at once; the oldest are deleted. */
export const IMPORTS_KEPT = 10
/** Trailing digits of a phone that are compared, since a file has numbers as typed, often without the country code. */
const PHONE_END = 9

/** Deletes files read over a day ago with their rows, which contain names and addresses of people. */
export const forgetImports = async (db: Db, now: Date): Promise<void> => {
  await db`delete from people_imports where created_at < ${new Date(now.getTime() - DAY_MS)}`
}

/** A condition for rows `r` of the business's files that have one of these addresses. */
export const rowsAbout = (
  db: Db,
  about: { business_id: string; email: string | null; phone: string | null },
) => db`
  r.import_id in (select id from people_imports where business_id = ${about.business_id})
  -- exactly the expressions of the indexes
  and (lower(btrim(r.cells->>'email')) = lower(${about.email}::text)
    or right(regexp_replace(r.cells->>'phone', '\\D', '', 'g'), 9)
      = ${about.phone?.replaceAll(/\D/g, '').slice(-PHONE_END) ?? null}::text)`

/** Deletes the rows of a business's files that have one of these addresses. */
export const forgetRowsAbout = async (db: Db, about: Parameters<typeof rowsAbout>[1]): Promise<void> => {
  await db`delete from people_import_rows r where ${rowsAbout(db, about)}`
}

/** Stores a parsed file with the fate of each row. */
export const addImport = async (
  db: Db,
  made: {
    business_id: string
    created_by: string
    file_name: string
    ignored_columns: readonly string[]
    now: Date
    rows: readonly ImportLine[]
  },
): Promise<string> => {
  const { business_id, now, rows } = made
  await db`
    delete from people_imports where id in (
      select id from people_imports where created_by = ${made.created_by} and state <> 'running'
      order by created_at desc, id offset ${IMPORTS_KEPT - 1})`
  const [row] = await db<{ id: string }[]>`
    insert into people_imports (business_id, created_by, file_name, ignored_columns, created_at, touched_at)
    values (${business_id}, ${made.created_by}, ${made.file_name}, ${[...made.ignored_columns]}::text[], ${now}, ${now})
    returning id`
  if (row === undefined) throw new Error('nothing was inserted')
  await db`
    insert into people_import_rows (import_id, line, cells, fate, says)
    select ${row.id}, line, cells, fate, says from jsonb_to_recordset(${db.json(rows)})
      as r (line int, cells jsonb, fate text, says text)`
  return row.id
}

/** An import that belongs to this manager. */
export const findImport = async (
  db: Db,
  asked: { id: string; business_id: string; person_id: string },
): Promise<ImportHead | undefined> => {
  const [row] = await db<ImportHead[]>`
    select id, file_name, ignored_columns, state, send from people_imports
    where id = ${asked.id}::uuid and business_id = ${asked.business_id} and created_by = ${asked.person_id}`
  return row
}

export const countRows = async (
  db: Db,
  id: string,
): Promise<{ total: number; done: number; counts: PeopleImport['counts'] }> => {
  const [row] = await db<
    { total: number; done: number; add: number; change: number; same: number; bad: number }[]
  >`
    select count(*)::int as total, (count(*) filter (where done))::int as done,
      (count(*) filter (where fate = 'add'))::int as add, (count(*) filter (where fate = 'change'))::int as change,
      (count(*) filter (where fate = 'same'))::int as same, (count(*) filter (where fate = 'bad'))::int as bad
    from people_import_rows where import_id = ${id}::uuid`
  const { total = 0, done = 0, add = 0, change = 0, same = 0, bad = 0 } = row ?? {}
  return { total, done, counts: { add, change, same, bad } }
}

export const listRows = (
  db: Db,
  asked: { id: string; fate: RowFate | null; after: number; limit: number },
): Promise<ImportLine[]> => db<ImportLine[]>`
  select line, cells, fate, says from people_import_rows
  where import_id = ${asked.id}::uuid and line > ${asked.after}
    ${asked.fate === null ? db`` : db`and fate = ${asked.fate}`}
  order by line limit ${asked.limit}`

/** The next rows to import. */
export const nextRows = (db: Db, { id, limit }: { id: string; limit: number }): Promise<ImportLine[]> => db<
  ImportLine[]
>`
  select line, cells, fate, says from people_import_rows
  where import_id = ${id}::uuid and not done order by line limit ${limit}`

export const settleRows = async (
  db: Db,
  { id, rows, now }: { id: string; rows: readonly Omit<ImportLine, 'cells'>[]; now: Date },
): Promise<void> => {
  await db`
    update people_import_rows r set done = true, fate = w.fate, says = w.says
    from jsonb_to_recordset(${db.json(rows)}) as w (line int, fate text, says text)
    where r.import_id = ${id}::uuid and r.line = w.line`
  await db`update people_imports set touched_at = ${now} where id = ${id}::uuid`
}

/** An import touched within this period is leased. Later times come from a clock that has since been set back. */
interface Lease {
  from: Date
  to: Date
}

/**
 * Leases an import to this server, on behalf of the latest requester; undefined while another server holds the lease.
 */
export const takeImport = async (
  db: Db,
  asked: { id: string; send: ImportHead['send']; by: RunBy; now: Date; lease: Lease },
): Promise<ImportHead | undefined> => {
  const { id, send, by, now, lease } = asked
  const [row] = await db<ImportHead[]>`
    update people_imports set state = 'running', touched_at = ${now}, run_by = ${db.json(by)},
      send = case when state = 'checked' then ${send} else send end
    where id = ${id}::uuid and (state = 'checked'
      or state = 'running' and touched_at not between ${lease.from} and ${lease.to})
    returning id, file_name, state, send`
  return row
}

/** Takes over imports with an expired lease, each by one server only; `except` are this server's own. */
export const adoptImports = async (
  db: Db,
  asked: { now: Date; lease: Lease; except: readonly string[]; limit: number },
): Promise<(ImportHead & { run_by: RunBy })[]> => {
  const rows = await db<(ImportHead & { run_by: RunBy })[]>`
    update people_imports set touched_at = ${asked.now}
    where id in (
      select id from people_imports
      where state = 'running' and run_by is not null
        and touched_at not between ${asked.lease.from} and ${asked.lease.to}
        and id <> all(${[...asked.except]}::uuid[])
      order by touched_at limit ${asked.limit} for update skip locked)
    returning id, file_name, state, send, run_by`
  return rows.map((row) => {
    const { manager } = row.run_by
    return {
      ...row,
      run_by: { ...row.run_by, manager: { ...manager, expires_at: new Date(manager.expires_at) } },
    }
  })
}

/** Ends the lease of a running import, so that any server can take it over. */
export const releaseImport = async (db: Db, id: string): Promise<void> => {
  await db`update people_imports set touched_at = 'epoch' where id = ${id}::uuid and state = 'running'`
}

/** Returns false if the import had already ended. */
export const endImport = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db`
    update people_imports set state = 'done', run_by = null where id = ${id}::uuid and state <> 'done' returning id`
  return rows.length > 0
}

/** People who have one of these addresses, in any business. */
export const findOwners = (
  db: Db,
  { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
): Promise<{ id: string; business_id: string; email: string | null; phone: string | null }[]> => db`
  select p.id::text, p.business_id::text, lower(p.email) as email, p.phone
  from unnest(${[...emails]}::text[]) as w (email) join people p on lower(p.email) = w.email
  union
  select p.id::text, p.business_id::text, lower(p.email) as email, p.phone
  from unnest(${[...phones]}::text[]) as w (phone) join people p on p.phone = w.phone`

/** A person to insert, with their restaurants and desk roles. */
export interface NewRow {
  first_name: string
  last_name: string | null
  email: string | null
  phone: string | null
  restaurants: readonly { id: string; role: string }[]
  desk_roles: readonly string[]
}

/** Inserts many invited people who have not joined yet, in three statements; returns their ids in the given order. */
export const addPeople = async (
  db: Db,
  { business_id, now, rows }: { business_id: string; now: Date; rows: readonly NewRow[] },
): Promise<string[]> => {
  const ids = await insertPeople(db, { business_id, now, rows })
  const memberships = rows.flatMap(({ restaurants }, at) =>
    restaurants.map(({ id, role }) => ({ person_id: ids[at], restaurant_id: id, role })),
  )
  await db`
    insert into memberships (person_id, restaurant_id, role)
    select person_id, restaurant_id, role from jsonb_to_recordset(${db.json(memberships)})
      as m (person_id bigint, restaurant_id bigint, role text) on conflict do nothing`
  const roles = rows.flatMap(({ desk_roles }, at) => desk_roles.map((role) => ({ person_id: ids[at], role })))
  await db`
    insert into desk_members (person_id, business_id, role)
    select person_id, ${business_id}, role from jsonb_to_recordset(${db.json(roles)})
      as d (person_id bigint, role text)`
  return ids
}

/** The open restaurants in scope with their names, without counting their staff. */
export const listOpenRestaurants = (
  db: Db,
  { business_id, restaurant_ids }: { business_id: string; restaurant_ids: readonly string[] | null },
): Promise<{ id: string; name: string }[]> => db`
  select id::text, name from restaurants
  where business_id = ${business_id} and archived_at is null
    ${restaurant_ids === null ? db`` : db`and id = any(${[...restaurant_ids]}::bigint[])`}`
