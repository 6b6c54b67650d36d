import type { Db, Sql } from '@podmoga/sql/sql'
import { notifySettings } from '../../http/settings.sql.ts'
import { addOwner } from '../../profile/profile.people.sql.ts'

/** Serializes the first setup across servers. */
const LOCK = 730_115

export const lockSetup = async (db: Db): Promise<void> => {
  await db`select pg_advisory_xact_lock(${LOCK})`
}

/** Whether the installation has no business yet. */
export const isEmpty = async (db: Db): Promise<boolean> => {
  const [row] = await db<{ filled: boolean }[]>`select exists (select from businesses) as filled`
  return row?.filled === false
}

/** A new key replaces all previous ones. */
export const replaceSetupKey = (
  sql: Sql,
  key: { key_hash: Buffer; now: Date; expires_at: Date },
): Promise<void> =>
  sql.begin(async (db) => {
    await db`delete from setup_keys`
    await db`
      insert into setup_keys (key_hash, created_at, expires_at)
      values (${key.key_hash}, ${key.now}, ${key.expires_at})`
  })

/** When the key expires; undefined if it is invalid or the setup is done. */
export const findSetupKey = async (
  db: Db,
  { key_hash, now }: { key_hash: Buffer; now: Date },
): Promise<{ expires_at: Date } | undefined> => {
  const [row] = await db<{ expires_at: Date }[]>`
    select expires_at from setup_keys where key_hash = ${key_hash} and expires_at > ${now}
      and not exists (select from businesses)`
  return row
}

export const dropSetupKeys = async (db: Db): Promise<void> => {
  await db`delete from setup_keys`
}

export interface NewBusiness {
  business_name: string
  network: string
  restaurant_name: string
  first_name: string
  last_name: string | null
  email: string | null
  phone: string | null
  password_hash: string
  now: Date
}

/** A business with its first restaurant and its owner, who has all roles in it and operates the installation. */
export const addOwnedBusiness = async (
  db: Db,
  made: NewBusiness,
): Promise<{ id: string; subject: string; business_id: string }> => {
  const [business] = await db<{ id: string; restaurant_id: string }[]>`
    with business as (
      insert into businesses (name, network, created_at)
      values (${made.business_name}, ${made.network}, ${made.now}) returning id
    )
    insert into restaurants (business_id, name) select id, ${made.restaurant_name} from business
    returning business_id as id, id as restaurant_id`
  if (business === undefined) throw new Error('nothing was inserted')
  const owner = await addOwner(db, { ...made, business_id: business.id })
  await db`
    with membership as (
      insert into memberships (person_id, restaurant_id, role)
      values (${owner.id}, ${business.restaurant_id}, 'manager')
    ), roles as (
      insert into desk_members (person_id, business_id, role)
      select ${owner.id}, ${business.id}, role from unnest(array['agent', 'editor', 'admin']) as role
    )
    insert into operators (person_id) values (${owner.id})`
  await notifySettings(db, business.id)
  return owner
}
