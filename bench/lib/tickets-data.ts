import type { Connection } from '@podmoga/sql/connection'
import type { Sql } from '@podmoga/sql/sql'
import { hashPassword } from '../../apps/server/src/session/session.passwords.ts'
import { openFilledBase } from './filled-base.ts'

/** The same at every size: with more tickets the restaurants are larger, not more numerous. */
export const RESTAURANTS = 50

/** Two people of all restaurants: one has read no answers, the other has 12 unread in the first restaurant. */
export const PEOPLE = { idle: 'idle@bench.test', reader: 'reader@bench.test' } as const
export const PASSWORD = 'Bench-password-1'
const READER_UNREAD = 12

// Ticket i belongs to restaurant 1 + i % 50 and is its k-th. One in five is open; one in ten has 23 messages, the
// others 3: five on average. Messages of a ticket come 12 hours apart, so that each lies on another page of the table.
const TICKETS = (tickets: number) => `
  insert into tickets (id, restaurant_id, business_id, number, author_id, category, topic, status, message_count,
    last_message, last_message_at, waiting_since, created_at, closed_at)
  select i, 1 + i % ${RESTAURANTS}, 1, 1000 + i, 10 + (i % ${RESTAURANTS}) * 3 + k % 3, 'technical_issue', 'printing',
    case when k % 5 = 0 then 'awaiting_response' else 'processed' end, messages,
    bench_text(i, messages), at + messages * interval '12 hours', at + interval '12 hours', at,
    case when k % 5 = 0 then null else at + messages * interval '12 hours' end
  from generate_series(1, ${tickets}) i, lateral (select i / ${RESTAURANTS} as k) restaurant,
    lateral (select case when k / 5 % 10 = 0 then 23 else 3 end as messages,
      timestamptz '2025-01-01' + i * (interval '365 days' / ${tickets}) as at) ticket`

const MESSAGES = `
  insert into messages (ticket_id, position, author_id, from_support, text, created_at)
  select id, n, case when n % 2 = 0 then 3 else author_id end, n % 2 = 0, bench_text(id, n),
    created_at + n * interval '12 hours'
  from tickets, generate_series(1, message_count) n
  order by 6`

const FILES = `
  with file as (
    select id as message_id, format('%s/%s', substr(md5(id::text), 1, 2), md5(id::text)) as key
    from messages where position % 4 = 0
  ), stored as (
    insert into stored_files (key, size, sha256, attached_at)
    select key, 48000, sha256(key::bytea), now() from file
  )
  insert into attachments (message_id, place, file_key, file_name, content_type, size)
  select message_id, 1, key, 'Снимок экрана.png', 'image/png', 48000 from file`

// One in four members of a restaurant has not opened one ticket in ten.
const UNREAD = `
  insert into unread_messages (person_id, restaurant_id, ticket_id, message_id)
  select p.person_id, t.restaurant_id, t.id, m.id
  from tickets t join messages m on m.ticket_id = t.id and m.position = 2
    join memberships p on p.restaurant_id = t.restaurant_id
  where t.id / ${RESTAURANTS} % 10 = 5 and p.person_id <> 2`

const READER = `
  insert into unread_messages (person_id, restaurant_id, ticket_id, message_id)
  select 2, t.restaurant_id, t.id, m.id
  from tickets t join messages m on m.ticket_id = t.id and m.position = 2
  where t.restaurant_id = 1 order by t.id desc limit ${READER_UNREAD}`

const COUNTS = `
  insert into ticket_counts (restaurant_id, status, items, waiting, free)
  select restaurant_id, status, count(*), count(waiting_since), count(*) from tickets group by 1, 2`

const PEOPLE_OF = `
  insert into businesses (id, name, network, last_ticket_number) values (1, 'Измерения', 'bench', 2000000000);
  insert into restaurants (id, business_id, name)
    select id, 1, 'Ресторан ' || id from generate_series(1, ${RESTAURANTS}) id;
  insert into people (id, business_id, email, first_name) values
    (1, 1, '${PEOPLE.idle}', 'Азиза'), (2, 1, '${PEOPLE.reader}', 'Тимур'), (3, 1, 'agent@bench.test', 'Бахтиёр');
  insert into people (id, business_id, first_name)
    select id, 1, 'Сотрудник ' || id from generate_series(10, 9 + ${RESTAURANTS} * 3) id;
  insert into memberships (person_id, restaurant_id)
    select person, id from restaurants, unnest(array[1, 2]) person
    union all select 10 + (id - 1) * 3 + n, id from restaurants, generate_series(0, 2) n;
  create function bench_text(ticket bigint, n bigint) returns text language sql immutable as $$
    select format('Сообщение %s тикета %s: касса не печатает чек после обновления, помогите разобраться, '
      'пожалуйста, полный зал гостей.', n, ticket) $$`

const fill = async (sql: Sql, tickets: number): Promise<void> => {
  await sql.unsafe(PEOPLE_OF)
  // The rows are consistent by construction, so foreign keys and counter triggers are off.
  await sql.unsafe(
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'`,
  )
  await sql`update people set password_hash = ${await hashPassword(PASSWORD)} where id <= 2`
  for (const statement of [TICKETS(tickets), MESSAGES, FILES, UNREAD, READER, COUNTS])
    await sql.unsafe(statement)
  await sql.unsafe('drop function bench_text')
  // Autovacuum would do this later; without statistics wrong plans would be measured.
  await sql.unsafe('vacuum analyze')
  await sql.unsafe('checkpoint')
}

/** The database `bench_<tickets>` of the cluster, generated unless an earlier run did. */
export const openTicketsBase = (admin: Connection, tickets: number): Promise<Connection> =>
  openFilledBase(admin, {
    database: `bench_${tickets}`,
    named: `база на ${tickets} тикетов`,
    fill: (sql) => fill(sql, tickets),
  })
