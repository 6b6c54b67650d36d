import type { Db, Sql } from '../../db/sql.ts'
import { tellSettings } from '../../http/settings.sql.ts'

/** One first setup at a time, on whichever server. */
const LOCK = 730_115

export const lockSetup = async (db: Db): Promise<void> => {
  await db`select pg_advisory_xact_lock(${LOCK})`
}

/** True while nobody owns anything here. */
export const isEmpty = async (db: Db): Promise<boolean> => {
  const [row] = await db<{ filled: boolean }[]>`select exists (select from businesses) as filled`
  return row?.filled === false
}

/** The new key takes the place of every one before. */
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

/** When the key runs out; undefined when it does not open anything. */
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

/** A business with its first restaurant and its owner, who may do everything in it and keeps the installation. */
export const addOwnedBusiness = async (
  db: Db,
  made: NewBusiness,
): Promise<{ id: string; subject: string; business_id: string }> => {
  const [row] = await db<{ id: string; subject: string; business_id: string }[]>`
    with business as (
      insert into businesses (name, network, created_at)
      values (${made.business_name}, ${made.network}, ${made.now}) returning id
    ), restaurant as (
      insert into restaurants (business_id, name) select id, ${made.restaurant_name} from business returning id
    ), owner as (
      insert into people (business_id, email, phone, first_name, last_name, password_hash, created_at, joined_at)
      select id, ${made.email}, ${made.phone}, ${made.first_name}, ${made.last_name}, ${made.password_hash},
        ${made.now}, ${made.now} from business
      returning id, subject, business_id
    ), membership as (
      insert into memberships (person_id, restaurant_id, role)
      select owner.id, restaurant.id, 'manager' from owner, restaurant
    ), roles as (
      insert into desk_members (person_id, business_id, role)
      select owner.id, owner.business_id, role from owner, unnest(array['agent', 'editor', 'admin']) as role
    ), keeper as (
      insert into operators (person_id) select owner.id from owner
    )
    select id, subject, business_id from owner`
  if (row === undefined) throw new Error('nothing was inserted')
  await tellSettings(db, row.business_id)
  return row
}
