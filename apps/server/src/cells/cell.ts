import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Sql } from '@podmoga/sql/sql'
import type pg from 'pg'
import { cellOf } from '../installation/cell.ts'
import { KEYS } from '../installation/fingerprints.ts'
import { listMarks } from '../installation/marks.sql.ts'
import type { Files } from '../ports/files.ts'

/** One of several installations, as accessed by a move. */
export interface Cell {
  sql: Sql
  files: Files
}

const MIGRATIONS = `
  select string_agg(id || ' ' || checksum, ',' order by id) as all from (
    select id, checksum from schema_migrations union
    select id, checksum from schema_changes where finished_at is not null) m`

/** The VAPID key: push services accept notifications for a device only if signed with the key of its subscription. */
const PUSH_KEY = `select sealed, created_at from sealed_keys where name = 'vapid'`

/** Refuses a move between cells with different keys or releases. Returns the number of the second cell. */
export const refuseUnlike = async (from: Cell, to: Cell): Promise<bigint> => {
  const [here, there] = [await cellOf(from.sql), await cellOf(to.sql)]
  if (here === null || there === null)
    throw new StartError(
      `У ${here === null ? 'прежней' : 'новой'} установки нет номера клетки: сначала npm run cell -- --number N.`,
    )
  if (here === there) throw new StartError(`Это одна и та же клетка (${here}), или у двух один номер.`)
  const [one, other] = [await listMarks(from.sql), await listMarks(to.sql)]
  const strange = KEYS.filter((name) => one.get(name) === undefined || one.get(name) !== other.get(name))
  if (strange.length > 0)
    throw new StartError(
      `У клеток разные ключи (${strange.join(', ')}): сеансы, плакаты и подписки не пережили бы переезда. У всех клеток — один secrets.json; обе должны быть хотя бы раз запущены с ним.`,
    )
  const [mine] = await from.sql.unsafe<{ all: string }[]>(MIGRATIONS)
  const [theirs] = await to.sql.unsafe<{ all: string }[]>(MIGRATIONS)
  if (mine?.all !== theirs?.all)
    throw new StartError('У клеток разные выпуски: сначала обновите обе до одного.')
  const [fill] = await from.sql`select from message_words_fill limit 1`
  if (fill !== undefined)
    throw new StartError('Прежние сообщения ещё не внесены в поиск: повторите, когда сервер закончит (часы).')
  return there
}

/** Copies the push key to the second cell, so that existing push subscriptions keep working. */
export const sharePushKey = async (source: pg.Client, target: pg.Client): Promise<void> => {
  interface Row {
    sealed: Buffer
    created_at: Date
  }
  const [here] = (await source.query<Row>(PUSH_KEY)).rows
  if (here === undefined) return
  // Sealing the same key twice gives different bytes, so the sealed bytes are copied.
  await target.query(
    `insert into sealed_keys (name, sealed, created_at) values ('vapid', $1, $2) on conflict do nothing`,
    [here.sealed, here.created_at],
  )
  const [there] = (await target.query<Row>(PUSH_KEY)).rows
  if (there === undefined || !there.sealed.equals(here.sealed))
    throw new StartError(
      'У новой клетки свой ключ уведомлений: устройства не услышали бы её. Первый бизнес переезжает в клетку, пока в ней никто не включил уведомлений.',
    )
}

export const idsOf = async ({ sql }: Cell, networks: readonly string[]): Promise<Map<string, string>> => {
  const rows = await sql<{ id: string; network: string }[]>`
    select id, network from businesses where network = any(${[...networks]}::text[])`
  return new Map(rows.map(({ id, network }) => [network, id]))
}

/** Refuses if the other cell already has people with the same e-mail or phone. */
export const refuseKnownPeople = async (from: Cell, to: Cell, ids: readonly string[]): Promise<void> => {
  const rows = await from.sql<{ email: string | null; phone: string | null }[]>`
    select lower(email) as email, phone from people where business_id = any(${[...ids]}::bigint[])`
  const known = await to.sql<{ id: string }[]>`
    select id from people
    where lower(email) = any(${rows.flatMap(({ email }) => email ?? [])}::text[])
      or phone = any(${rows.flatMap(({ phone }) => phone ?? [])}::text[]) limit 5`
  if (known.length > 0)
    throw new StartError(
      `В новой клетке уже есть люди с теми же почтой или телефоном (их номера там: ${known.map(({ id }) => id).join(', ')}). Один адрес — один человек: измените его там.`,
    )
}

/** Refuses a business that moves back while the files it left there are still being removed. */
export const refuseLeftFiles = async (to: Cell, files: readonly { key: string }[]): Promise<void> => {
  const [left] = await to.sql`
    select from stored_files where key = any(${files.map(({ key }) => key)}::text[]) limit 1`
  if (left !== undefined)
    throw new StartError(
      'Файлы, которые бизнес здесь оставил, ещё не убраны: сервер новой клетки уберёт их сам за сутки. Повторите тогда.',
    )
}
