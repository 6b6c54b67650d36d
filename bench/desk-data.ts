import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { hashPassword } from '../apps/server/src/session/session.passwords.ts'
import { openFilledBase } from './lib/filled-base.ts'
import { PASSWORD } from './lib/tickets-data.ts'

/** A business with a busy desk: its restaurants and agents, and the login of agent 1. */
export const DESK = { restaurants: 200, agents: 40, login: 'agent1@desk.test' } as const

/** Number of open tickets, if there are as many; half of them wait for an answer, one in fifty is snoozed. */
export const OPEN = 20_000

const ARTICLES = join(import.meta.dirname, '../apps/server/src/demo/knowledge')

/** Sentences of the demo's articles: trade vocabulary with a natural frequency. */
const sentences = async (): Promise<string[]> => {
  const names = (await readdir(ARTICLES, { recursive: true })).filter((name) => name.endsWith('.html'))
  const texts = await Promise.all(names.map((name) => readFile(join(ARTICLES, name), 'utf8')))
  const all = texts.flatMap((text) =>
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/&\w+;/g, ' ')
      .split(/[.!?]\s/)
      .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
      .filter((sentence) => sentence.length > 25 && sentence.length < 160),
  )
  return [...new Set(all)].toSorted()
}

// A pseudo-random number that is the same in every run.
const DICE = (salt: string, sides: number) =>
  `((hashint8extended(i, ${salt.length * 7919 + salt.charCodeAt(0)}) & 9223372036854775807) % ${sides})`

const TICKETS = (tickets: number) => `
  insert into tickets (id, restaurant_id, business_id, number, author_id, category, topic, status, message_count,
    last_message, last_message_at, waiting_since, created_at, closed_at, assignee_id, priority, tags, snoozed_until)
  select i, 1 + ${DICE('r', DESK.restaurants)}, 1, 1000 + i, 1000 + 1 + ${DICE('r', DESK.restaurants)},
    category, case category when 'technical_issue' then (array['pos','stock','reports','menu_topic'])[1 + ${DICE('tt', 4)}]
      when 'trouble_paying' then (array['click','payme','uzum'])[1 + ${DICE('t', 3)}] end,
    case when i > ${tickets - OPEN} then 'awaiting_response' else 'processed' end, 2,
    bench_text(i, 2), at + interval '1 hour', case when i > ${tickets - OPEN} and i % 2 = 0 then at end, at,
    case when i > ${tickets - OPEN} then null else at + interval '2 hours' end,
    case when ${DICE('aa', 5)} > 0 then 1 + ${DICE('a', DESK.agents)} end,
    case ${DICE('p', 100)} when 0 then 'urgent' when 1 then 'high' when 2 then 'high' when 3 then 'low' else 'normal' end,
    case when ${DICE('g', 10)} = 0 then array['возврат'] when ${DICE('gg', 1000)} = 0 then array['франшиза', 'vip']
      when ${DICE('ggg', 20000)} = 0 then array['суд'] else '{}'::text[] end,
    case when i > ${tickets - OPEN} and ${DICE('z', 50)} = 0 then now() + interval '30 days' end
  from generate_series(1, ${tickets}) i, lateral (select timestamptz '2025-01-01' + i * (interval '300 days' / ${tickets}) as at,
    case when ${DICE('c', 10)} < 6 then 'technical_issue' when ${DICE('c', 10)} < 8 then 'trouble_paying' else 'other' end as category) ticket`

const MESSAGES = `
  insert into messages (ticket_id, position, author_id, from_support, text, created_at)
  select id, n, case when n = 2 then coalesce(assignee_id, 1) else author_id end, n = 2, bench_text(id, n),
    created_at + (n - 1) * interval '1 hour'
  from tickets, generate_series(1, 2) n order by tickets.id, n`

const PEOPLE = `
  insert into businesses (id, name, network, last_ticket_number) values (1, 'Измерения', 'desk', 2000000000), (2, 'Соседи', 'other', 1);
  insert into restaurants (id, business_id, name) select id, 1, 'Ресторан ' || id from generate_series(1, ${DESK.restaurants}) id;
  insert into people (id, business_id, email, first_name, last_name)
    select id, 1, 'agent' || id || '@desk.test', 'Агент', 'Номер' || id from generate_series(1, ${DESK.agents}) id;
  insert into desk_members (person_id, business_id, role) select id, 1, 'agent' from generate_series(1, ${DESK.agents}) id;
  insert into people (id, business_id, email, first_name, last_name)
    select 1000 + id, 1, 'cook' || id || '@desk.test', 'Повар', 'Ресторана' || id from generate_series(1, ${DESK.restaurants}) id;
  insert into memberships (person_id, restaurant_id) select 1000 + id, id from generate_series(1, ${DESK.restaurants}) id;
  insert into tags (business_id, name) values (1, 'возврат'), (1, 'франшиза'), (1, 'vip'), (1, 'суд')`

/** One message in ten has a picture; it is never opened. */
const FILES = `
  insert into attachments (message_id, place, file_key, file_name, content_type, size)
  select i, 1, 'bench-' || i, 'Чек.jpg', 'image/jpeg', 1000 from (select id as i from messages) m where ${DICE('f', 10)} = 0`

const COUNTS = `
  insert into ticket_counts (restaurant_id, status, items, waiting, free, snoozed)
  select restaurant_id, status, count(*), count(waiting_since) filter (where snoozed_until is null),
    count(*) filter (where assignee_id is null and snoozed_until is null), count(snoozed_until)
  from tickets group by 1, 2`

/** Writes what triggers and background jobs would; the index is built afterwards, which is faster. */
const fillWords = async (sql: Sql): Promise<void> => {
  const [index] = await sql<{ def: string }[]>`select pg_get_indexdef('message_words_find'::regclass) as def`
  await sql.unsafe('drop index message_words_find')
  await sql.unsafe(`
    select add_message_words(array_agg(id)) from messages group by id / 20000 order by id / 20000`)
  await sql.unsafe(index?.def ?? '')
  await sql.unsafe('delete from message_words_fill')
}

const fill = async (sql: Sql, tickets: number): Promise<void> => {
  await sql.unsafe(PEOPLE)
  // The rows are consistent by construction, so foreign keys and counter triggers are off.
  await sql.unsafe(`set session_replication_role = replica; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '1GB'`)
  const all = await sentences()
  await sql.unsafe('create unlogged table bench_sentences (n integer primary key, words text not null)')
  await sql`insert into bench_sentences select ord - 1, words from unnest(${all}::text[]) with ordinality s (words, ord)`
  await sql.unsafe(`
    create function bench_text(i bigint, n bigint) returns text language sql stable as $$
      select format('%s. %s. Чек %s', (select words from bench_sentences where n = hash % ${all.length}),
        (select words from bench_sentences where n = hash / 65536 % ${all.length}), i * 2 + n)
      from (select hashint8extended(i * 2 + n, 17) & 9223372036854775807 as hash) h $$`)
  await sql`update people set password_hash = ${await hashPassword(PASSWORD)} where email like '%1@desk.test'`
  const indexes = await sql<{ name: string; def: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as def from pg_index
    where indrelid in ('messages'::regclass, 'tickets'::regclass) and not indisprimary and not indisunique`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  for (const statement of [TICKETS(tickets), MESSAGES, FILES, COUNTS]) await sql.unsafe(statement)
  for (const { def } of indexes) await sql.unsafe(def)
  await sql.unsafe('drop function bench_text; drop table bench_sentences')
  await fillWords(sql)
  for (const table of ['tickets', 'messages'])
    await sql.unsafe(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
  await sql.unsafe(`select setval(pg_get_serial_sequence('people', 'id'), 100000)`)
  await sql.unsafe('vacuum analyze')
  await sql.unsafe('checkpoint')
}

/** Adds data that newer versions of the bench need to a base of an earlier run; its schema is migrated elsewhere. */
const upgrade = async (inside: Connection): Promise<void> => {
  const sql = openSql(inside, 1, { deadlines: false })
  try {
    const [missing] = await sql`select from message_words_fill`
    if (missing === undefined) return
    await sql.unsafe(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
    const [file] = await sql`select from attachments limit 1`
    if (file === undefined) await sql.unsafe(FILES)
    await fillWords(sql)
    await sql.unsafe('vacuum analyze')
  } finally {
    await sql.end()
  }
}

/** Opens the database `desk_<tickets>` of the cluster, generated unless an earlier run did: two messages per ticket. */
export const openDeskBase = async (admin: Connection, tickets: number): Promise<Connection> => {
  const database = `desk_${tickets}`
  const named = `рабочее место на ${tickets} тикетов`
  const base = await openFilledBase(admin, { database, named, fill: (sql) => fill(sql, tickets) })
  await upgrade({ ...admin, database })
  return base
}
