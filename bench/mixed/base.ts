import { join } from 'node:path'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { getConfig } from '../../apps/server/src/config.ts'
import { seedKnowledge } from '../../apps/server/src/demo/knowledge/seed-knowledge.ts'
import { systemClock } from '../../apps/server/src/ports/clock.ts'
import { diskFiles } from '../../apps/server/src/ports/disk-files.ts'
import { hashPassword } from '../../apps/server/src/session/session.passwords.ts'
import { openFilledBase } from '../lib/filled-base.ts'
import { PASSWORD } from '../lib/tickets-data.ts'

/** Ten chains of twenty restaurants with three cooks each. */
export const SIZE = { businesses: 10, restaurants: 200, cooks: 600, tickets: 100_000 } as const

const networkOf = (business: number): string => `mixed${business}`
const restaurantOf = (cook: number): number => 1 + ((cook - 1) % SIZE.restaurants)

/** Cooks 1 … 600; each of the first two hundred is in a different restaurant. */
export const cookOf = (cook: number): { login: string; restaurant_id: string } => ({
  login: `cook${cook}@mixed.test`,
  restaurant_id: String(restaurantOf(cook)),
})

const PEOPLE = `
  insert into businesses (id, name, network, last_ticket_number)
    select id, 'Сеть ' || id, 'mixed' || id, 1000000 from generate_series(1, ${SIZE.businesses}) id;
  insert into restaurants (id, business_id, name)
    select id, 1 + (id - 1) % ${SIZE.businesses}, 'Ресторан ' || id from generate_series(1, ${SIZE.restaurants}) id;
  insert into people (id, business_id, email, first_name)
    select id, 1 + (id - 1) % ${SIZE.businesses}, 'cook' || id || '@mixed.test', 'Повар ' || id
    from generate_series(1, ${SIZE.cooks}) id;
  insert into people (id, business_id, email, first_name)
    select 10000 + id, id, 'agent' || id || '@mixed.test', 'Агент ' || id from generate_series(1, ${SIZE.businesses}) id;
  insert into memberships (person_id, restaurant_id)
    select id, 1 + (id - 1) % ${SIZE.restaurants} from generate_series(1, ${SIZE.cooks}) id;
  insert into desk_members (person_id, business_id, role)
    select 10000 + id, id, 'agent' from generate_series(1, ${SIZE.businesses}) id`

// A restaurant has five hundred tickets, one in ten open; each has four messages, one of them with a file.
const TICKETS = `
  insert into tickets (id, restaurant_id, business_id, number, author_id, category, topic, status, message_count,
    last_message, last_message_at, waiting_since, created_at, closed_at)
  select i, restaurant, 1 + (restaurant - 1) % ${SIZE.businesses}, 1000 + i / ${SIZE.businesses},
    restaurant, 'technical_issue', 'printing', case when k % 10 = 0 then 'awaiting_response' else 'processed' end, 4,
    'Спасибо, проверим', at + interval '2 days', null, at, case when k % 10 = 0 then null else at + interval '2 days' end
  from generate_series(1, ${SIZE.tickets}) i, lateral (select 1 + i % ${SIZE.restaurants} as restaurant,
    i / ${SIZE.restaurants} as k, timestamptz '2026-01-01' + i * (interval '300 days' / ${SIZE.tickets}) as at) ticket`

const MESSAGES = `
  insert into messages (ticket_id, position, author_id, from_support, text, created_at)
  select id, n, case when n % 2 = 0 then 10000 + business_id else author_id end, n % 2 = 0,
    format('Сообщение %s тикета %s: касса не печатает чек после обновления, помогите разобраться, полный зал гостей.', n, id),
    created_at + n * interval '12 hours'
  from tickets, generate_series(1, 4) n order by 6`

const FILES = `
  with file as (
    select id as message_id, format('%s/%s', substr(md5(id::text), 1, 2), md5(id::text)) as key
    from messages where position = 1
  ), stored as (
    insert into stored_files (key, size, sha256, attached_at)
    select key, 48000, sha256(key::bytea), now() from file
  )
  insert into attachments (message_id, place, file_key, file_name, content_type, size)
  select message_id, 1, key, 'Снимок экрана.png', 'image/png', 48000 from file`

const COUNTS = `
  insert into ticket_counts (restaurant_id, status, items, waiting, free)
  select restaurant_id, status, count(*), count(waiting_since), count(*) from tickets group by 1, 2`

const SEQUENCES = ['businesses', 'restaurants', 'people', 'tickets', 'messages']

const fill = async (sql: Sql): Promise<void> => {
  await sql.unsafe(PEOPLE)
  // The rows are consistent by construction, so foreign keys and counter triggers are off.
  await sql.unsafe(`set session_replication_role = replica; set synchronous_commit = off`)
  await sql`update people set password_hash = ${await hashPassword(PASSWORD)}`
  for (const statement of [TICKETS, MESSAGES, FILES, COUNTS]) await sql.unsafe(statement)
  for (const name of SEQUENCES)
    await sql.unsafe(`select setval(pg_get_serial_sequence('${name}', 'id'), (select max(id) from ${name}))`)
}

/** Each chain has the demo's articles. */
const fillKnowledge = async (connection: Connection, dir: string): Promise<void> => {
  const sql = openSql(connection, 2, { deadlines: false })
  const config = getConfig({ DATA_DIR: dir, SEED: 'none' })
  const files = await diskFiles(join(dir, 'files'))
  try {
    const [there] = await sql`select 1 from materials limit 1`
    if (there !== undefined) return
    for (let business = 1; business <= SIZE.businesses; business++)
      await seedKnowledge({ sql, files, clock: systemClock, config }, networkOf(business))
    // Autovacuum would do this later; without statistics wrong plans would be measured.
    await sql.unsafe('vacuum analyze')
  } finally {
    await sql.end()
  }
}

/** Opens the database `mixed` of the cluster, generated unless an earlier run did. */
export const openMixedBase = async (admin: Connection, dir: string): Promise<Connection> => {
  const named = `${SIZE.businesses} сетей, ${SIZE.restaurants} ресторанов, ${SIZE.tickets} тикетов`
  const connection = await openFilledBase(admin, { database: 'mixed', named, fill })
  await fillKnowledge(connection, dir)
  return connection
}

export interface MixedRows {
  /** Open tickets by restaurant. */
  open: Map<string, string[]>
  /** Articles by restaurant. */
  materials: Map<string, string[]>
}

/** Reads the ids that the load requests. */
export const readRows = async (sql: Sql): Promise<MixedRows> => {
  const open = await sql<{ restaurant_id: string; ids: string[] }[]>`
    select restaurant_id, array_agg(id::text) as ids from (select restaurant_id, id,
      row_number() over (partition by restaurant_id order by id desc) as nth
      from tickets where status = 'awaiting_response') t where nth <= 50 group by 1`
  const materials = await sql<{ restaurant_id: string; ids: string[] }[]>`
    select r.id as restaurant_id, array_agg(m.id::text) as ids
    from restaurants r join materials m on m.business_id = r.business_id and m.published_at is not null group by 1`
  const byRestaurant = (rows: readonly { restaurant_id: string; ids: string[] }[]) =>
    new Map(rows.map(({ restaurant_id, ids }) => [restaurant_id, ids]))
  return { open: byRestaurant(open), materials: byRestaurant(materials) }
}
