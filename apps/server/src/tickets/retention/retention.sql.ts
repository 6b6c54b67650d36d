import type { Db } from '@podmoga/sql/sql'
import type { Cutoffs, TakeAlong } from '../../module.ts'

/** What a sweep would delete now. */
export const countOld = async (
  db: Db,
  { business_id, tickets_before, files_before }: Cutoffs,
): Promise<{ tickets: number; files: number; bytes: number }> => {
  const [row] = await db<{ tickets: number; files: number; bytes: string }[]>`
    with old as (
      select id, closed_at from tickets
      where business_id = ${business_id} and status = 'processed'
        and closed_at < greatest(${tickets_before}::timestamptz, ${files_before}::timestamptz)
    ), gone as (
      select a.size from old t join messages m on m.ticket_id = t.id join attachments a on a.message_id = m.id
      union all select f.size from old t join notes n on n.ticket_id = t.id join note_files f on f.note_id = n.id
    )
    select (select count(*)::int from old where closed_at < ${tickets_before}) as tickets,
      (select count(*)::int from gone) as files, (select coalesce(sum(size), 0)::text from gone) as bytes`
  return { tickets: row?.tickets ?? 0, files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0) }
}

/** The words of these tickets, except those so common that other messages surely contain them. */
const listUsedWords = async (tx: Db, ticket_ids: readonly string[]): Promise<string[]> => {
  const rows = await tx<{ word: string }[]>`
    select distinct word
    from messages m join message_words w on w.message_id = m.id, unnest(tsvector_to_array(w.words)) word
    where m.ticket_id = any(${[...ticket_ids]}::bigint[])
    except
    select common from pg_stats, unnest(most_common_elems::text::text[]) common
    where schemaname = current_schema() and tablename = 'message_words' and attname = 'words'`
  return rows.map(({ word }) => word)
}

/** Businesses with words queued for removal. */
export const listForgetting = async (db: Db): Promise<string[]> => {
  const rows = await db<{ business_id: string }[]>`select distinct business_id from search_forgetting`
  return rows.map(({ business_id }) => business_id)
}

/**
 * Removes a batch of queued words from the search's vocabulary, those that no message of the business contains any more;
 * returns whether any were queued. Writers of messages hold the shared side of the lock until they commit
 * (`add_message_words`), so that a word just being written is not removed; hence the lock is taken last and for few words.
 */
export const forgetWords = async (
  tx: Db,
  { business_id, limit }: { business_id: string; limit: number },
): Promise<boolean> => {
  const rows = await tx<{ word: string }[]>`
    delete from search_forgetting where ctid = any(array(
      select ctid from search_forgetting where business_id = ${business_id} limit ${limit} for update skip locked))
    returning word`
  if (rows.length === 0) return false
  const isUnused = (word: 'word' | 'v.word') => tx`not exists (
    select from message_words
    where words @@ quote_literal(${tx(word)})::tsquery and marks && array['b' || ${business_id}::text])`
  // Forces one index look-up per word: a plan for all of them might scan every message.
  await tx`set local enable_seqscan = off`
  const unused = await tx<{ word: string }[]>`
    select word from unnest(${rows.map(({ word }) => word)}::text[]) word where ${isUnused('word')}`
  await tx`select pg_advisory_xact_lock(hashtextextended('search vocabulary', 0))`
  await tx`
    delete from search_vocabulary v
    where business_id = ${business_id} and word collate "C" = any(${unused.map(({ word }) => word)}::text[])
      and ${isUnused('v.word')}`
  return true
}

/**
 * Deletes a batch of old tickets, oldest first; returns how many, and the keys of files now unused. `takeAlong` deletes what
 * other modules keep about them.
 */
export const takeOldTickets = async (
  tx: Db,
  {
    business_id,
    before,
    limit,
    takeAlong,
  }: { business_id: string; before: Date; limit: number; takeAlong: TakeAlong },
): Promise<{ tickets: number; keys: readonly string[] }> => {
  const rows = await tx<{ id: string }[]>`
    select id from tickets
    where business_id = ${business_id} and status = 'processed' and closed_at < ${before}
    order by closed_at, id limit ${limit} for update skip locked`
  // Tickets merged into one are deleted with it; if one of them is locked now, all wait for the next run.
  const merged = await tx<{ id: string; root: string; is_free: boolean }[]>`
    with recursive family as (
      select id, merged_into as root from tickets where merged_into = any(${rows.map(({ id }) => id)}::bigint[])
      union all select t.id, f.root from family f join tickets t on t.merged_into = f.id
    ), free as (
      select id from tickets where id in (select id from family) for update skip locked
    )
    select f.id, f.root, free.id is not null as is_free from family f left join free using (id)`
  const busy = new Set(merged.filter(({ is_free }) => !is_free).map(({ root }) => root))
  const gone = rows.filter(({ id }) => !busy.has(id))
  const ids = [...gone, ...merged.filter(({ root }) => !busy.has(root))].map(({ id }) => id)
  if (ids.length === 0) return { tickets: 0, keys: [] }
  // Each deleted row changes the counters: they are locked at once, in the usual order.
  await tx`
    select from ticket_counts where restaurant_id in (select restaurant_id from tickets where id = any(${ids}::bigint[]))
    order by restaurant_id, status for update`
  const words = await listUsedWords(tx, ids)
  const keys = await takeAlong(tx, ids)
  await tx`delete from tickets where id = any(${ids}::bigint[])`
  await tx`insert into search_forgetting select ${business_id}::bigint, unnest(${words}::text[])`
  return { tickets: gone.length, keys }
}

/** Deletes the files of a batch of old tickets that stay; returns the keys of files now unused. */
export const takeOldFiles = async (
  tx: Db,
  { business_id, before, limit }: { business_id: string; before: Date; limit: number },
): Promise<string[]> => {
  const take = (table: 'attachments' | 'note_files', ofTicket: ReturnType<Db>) => tx<{ file_key: string }[]>`
    delete from ${tx(table)} where id in (
      select f.id from tickets t ${ofTicket}
      where t.business_id = ${business_id} and t.status = 'processed' and t.closed_at < ${before}
      limit ${limit})
    returning file_key`
  const of_messages = await take(
    'attachments',
    tx`join messages m on m.ticket_id = t.id join attachments f on f.message_id = m.id`,
  )
  const of_notes = await take(
    'note_files',
    tx`join notes n on n.ticket_id = t.id join note_files f on f.note_id = n.id`,
  )
  return [...of_messages, ...of_notes].map(({ file_key }) => file_key)
}

/** Deletes everything written in tickets and kept about them; returns the keys of files now unused. */
export const takeContents: TakeAlong = async (tx, ticket_ids) => {
  const ids = [...ticket_ids]
  const messages = tx`select id from messages where ticket_id = any(${ids}::bigint[])`
  const files = await tx<{ file_key: string }[]>`
    delete from attachments where message_id in (${messages}) returning file_key`
  const notes = tx`select id from notes where ticket_id = any(${ids}::bigint[])`
  const noted = await tx<{ file_key: string }[]>`
    delete from note_files where note_id in (${notes}) returning file_key`
  await tx`delete from note_mentions where note_id in (${notes})`
  await tx`delete from unread_messages where ticket_id = any(${ids}::bigint[]) or message_id in (${messages})`
  await tx`delete from notices where ticket_id = any(${ids}::bigint[])`
  await tx`delete from ticket_follows where ticket_id = any(${ids}::bigint[])`
  await tx`delete from ticket_events where ticket_id = any(${ids}::bigint[])`
  await tx`delete from notes where ticket_id = any(${ids}::bigint[])`
  await tx`delete from ticket_merges where ticket_id = any(${ids}::bigint[]) or into_id = any(${ids}::bigint[])`
  await tx`delete from ticket_links where one_id = any(${ids}::bigint[]) or other_id = any(${ids}::bigint[])`
  await tx`delete from ticket_log where ticket_id = any(${ids}::bigint[])`
  await tx`delete from messages where ticket_id = any(${ids}::bigint[])`
  return [...files, ...noted].map(({ file_key }) => file_key)
}
