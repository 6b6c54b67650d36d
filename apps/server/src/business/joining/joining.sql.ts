import type { Db } from '@podmoga/sql/sql'
import type { Forget } from '../../module.ts'

/** Wrong tries that invalidate a code. */
const TRIES = 5

export interface JoiningRow {
  id: string
  business_id: string
  restaurant_id: string
  business: string
  restaurant: string
  phone: string
  state: 'code' | 'waiting' | 'replaced' | 'admitted' | 'refused' | 'joined'
  person_id: string | null
  /** `sub` of the admitted person. */
  subject: string | null
  first_name: string
  has_password: boolean
}

/** A request by the token of its page, unless older than `since`; with `lock` its row is locked. */
export const findJoining = async (
  db: Db,
  { token_hash, since, lock }: { token_hash: Buffer; since: Date; lock: boolean },
): Promise<JoiningRow | undefined> => {
  const [row] = await db<JoiningRow[]>`
    select j.id, j.business_id, j.restaurant_id, b.name as business, r.name as restaurant, j.phone, j.state,
      j.person_id, j.first_name,
      (select p.subject from people p where p.id = j.person_id and p.disabled_at is null) as subject,
      exists (select from people p where p.id = j.person_id and p.joined_at is not null) as has_password
    from join_requests j join restaurants r on r.id = j.restaurant_id join businesses b on b.id = j.business_id
    where j.token_hash = ${token_hash} and j.created_at > ${since} and r.archived_at is null
    ${lock ? db`for no key update of j` : db``}`
  return row
}

/** Inserts a request and returns its id. If the same one exists, returns its id while it awaits its code, else null. */
export const addJoining = async (
  db: Db,
  row: {
    business_id: string
    restaurant_id: string
    poster_id: string
    token_hash: Buffer
    first_name: string
    last_name: string | null
    phone: string
    now: Date
  },
): Promise<string | null> => {
  const [added] = await db<{ id: string; state: string }[]>`
    insert into join_requests (business_id, restaurant_id, poster_id, token_hash, first_name, last_name, phone,
      created_at)
    values (${row.business_id}, ${row.restaurant_id}, ${row.poster_id}, ${row.token_hash}, ${row.first_name},
      ${row.last_name}, ${row.phone}, ${row.now})
    on conflict (token_hash) do update set token_hash = excluded.token_hash
    returning id, state`
  return added?.state === 'code' ? added.id : null
}

/** Stores a new code in place of the previous one. */
export const setJoinCode = async (
  db: Db,
  code: { id: string; code_hash: Buffer; salt: Buffer; expires_at: Date },
): Promise<void> => {
  await db`
    update join_requests set code_hash = ${code.code_hash}, salt = ${code.salt}, wrong_tries = 0,
      code_expires_at = ${code.expires_at}
    where id = ${code.id} and state = 'code'`
}

/** Counts a guess before it is checked; returns the code to compare with, or undefined if no guess is allowed. */
export const reserveJoinTry = async (
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<{ code_hash: Buffer; salt: Buffer } | undefined> => {
  const [row] = await db<{ code_hash: Buffer; salt: Buffer }[]>`
    update join_requests set wrong_tries = wrong_tries + 1
    where id = ${id} and state = 'code' and code_hash is not null and code_expires_at > ${now}
      and wrong_tries < ${TRIES}
    returning code_hash, salt`
  return row
}

/** The phone is verified: the request now waits, replacing an earlier one of the same phone. */
export const setWaiting = async (
  db: Db,
  { row, now }: { row: Pick<JoiningRow, 'id' | 'restaurant_id' | 'phone'>; now: Date },
): Promise<void> => {
  await db`
    update join_requests set state = 'replaced'
    where restaurant_id = ${row.restaurant_id} and phone = ${row.phone} and state = 'waiting'`
  await db`
    update join_requests set state = 'waiting', confirmed_at = ${now}, code_hash = null, salt = null
    where id = ${row.id}`
}

/** Stores how a request ended. `decided_by` is null if no decision was needed. */
export const setDecided = async (
  db: Db,
  end: {
    id: string
    state: 'admitted' | 'refused' | 'joined'
    now: Date
    decided_by: string | null
    person_id: string | null
  },
): Promise<void> => {
  await db`
    update join_requests set state = ${end.state}, decided_at = coalesce(decided_at, ${end.now}),
      decided_by = coalesce(decided_by, ${end.decided_by}), person_id = coalesce(person_id, ${end.person_id}),
      code_hash = null, salt = null
    where id = ${end.id}`
}

interface PhoneOwner {
  id: string
  business_id: string
  is_disabled: boolean
  operator: boolean
  is_member: boolean
}

/** The person with this phone, in any business; there is at most one. */
export const findPhoneOwner = async (
  db: Db,
  { phone, restaurant_id }: { phone: string; restaurant_id: string },
): Promise<PhoneOwner | undefined> => {
  const [row] = await db<PhoneOwner[]>`
    select p.id, p.business_id, p.disabled_at is not null as is_disabled,
      exists (select from operators o where o.person_id = p.id) as operator,
      exists (select from memberships m where m.person_id = p.id and m.restaurant_id = ${restaurant_id}) as is_member
    from people p where p.phone = ${phone} for no key update of p`
  return row
}

export const addMember = async (
  db: Db,
  { person_id, restaurant_id }: { person_id: string; restaurant_id: string },
): Promise<void> => {
  await db`
    insert into memberships (person_id, restaurant_id) values (${person_id}, ${restaurant_id})
    on conflict do nothing`
}

export interface JoinRequestRow {
  id: string
  state: JoiningRow['state']
  business_id: string
  restaurant_id: string
  restaurant: string
  first_name: string
  last_name: string | null
  phone: string
  confirmed_at: Date
  is_known: boolean
}

const within = (
  db: Db,
  { business_id, restaurant_ids }: { business_id: string; restaurant_ids: readonly string[] | null },
) => db`
  j.business_id = ${business_id} and r.archived_at is null
  ${restaurant_ids === null ? db`` : db`and j.restaurant_id = any(${[...restaurant_ids]}::bigint[])`}`

const columns = (db: Db) => db`
  j.id, j.state, j.business_id, j.restaurant_id, r.name as restaurant, j.first_name, j.last_name, j.phone,
  j.confirmed_at,
  exists (select from people p where p.phone = j.phone and p.business_id = j.business_id) as is_known`

/** Waiting requests in scope after a given one, oldest first. */
export const listWaiting = (
  db: Db,
  asked: {
    business_id: string
    restaurant_ids: readonly string[] | null
    after: string | null
    limit: number
  },
): Promise<JoinRequestRow[]> => db<JoinRequestRow[]>`
  select ${columns(db)} from join_requests j join restaurants r on r.id = j.restaurant_id
  where ${within(db, asked)} and j.state = 'waiting'
    ${asked.after === null ? db`` : db`and j.id > ${asked.after}`}
  order by j.id limit ${asked.limit}`

/** A request in scope with a verified phone; its row is locked. */
export const lockJoinRequest = async (
  db: Db,
  asked: { business_id: string; restaurant_ids: readonly string[] | null; id: string },
): Promise<JoinRequestRow | undefined> => {
  const [row] = await db<JoinRequestRow[]>`
    select ${columns(db)} from join_requests j join restaurants r on r.id = j.restaurant_id
    where j.id = ${asked.id} and ${within(db, asked)} and j.confirmed_at is not null and j.state <> 'replaced'
    for no key update of j`
  return row
}

/** Deletes a batch of abandoned requests; returns how many. */
export const forgetJoining = async (
  db: Db,
  { unconfirmed_before, before }: { unconfirmed_before: Date; before: Date },
): Promise<number> => {
  const gone = await db`
    delete from join_requests where id in (
      select id from join_requests
      where created_at < ${unconfirmed_before} and (created_at < ${before} or state in ('code', 'replaced'))
      order by created_at limit 1000)`
  return gone.count
}

export const forgetJoinRequests: Forget = async (tx, { person_id, addresses }) => {
  await tx`delete from join_requests where person_id = ${person_id} or phone = any(${[...addresses]}::text[])`
  return []
}
