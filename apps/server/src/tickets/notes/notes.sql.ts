import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { StoredFile } from '../../http/uploads.ts'
import { writeLog } from '../desk/work.sql.ts'
import { addEvent } from '../live/events.sql.ts'
import { type AttachmentRow, type Listed, listed } from '../tickets.sql.ts'

/** Times are strings when the row comes from the idempotency ledger. */
export interface NoteRow {
  id: string
  ticket_id: string
  text: string
  created_at: Date | string
  author_id: string
  author_name: string
  image_key: string | null
  mentions: { id: string; name: string }[]
  files: AttachmentRow[]
}

const WHOLE = (db: Db) => db`
  n.id, n.ticket_id, n.text, n.created_at, n.author_id, a.image_key,
  coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '№' || a.id) as author_name,
  coalesce((
    select json_agg(json_build_object('id', p.id::text,
      'name', coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), '№' || p.id)) order by p.id)
    from note_mentions m join people p on p.id = m.person_id where m.note_id = n.id
  ), '[]') as mentions,
  coalesce((
    select json_agg(json_build_object('id', id, 'file_key', file_key, 'file_name', file_name,
      'content_type', content_type, 'size', size,
      'scan', (select scan from stored_files where key = file_key)) order by place)
    from note_files where note_id = n.id
  ), '[]') as files`

/** A page of a ticket's notes, newest first; undefined if there is no such ticket in scope. */
export const listNoteRows = async (
  db: Db,
  list: { business_ids: readonly string[]; ticket_id: string; page: number; page_size: number },
): Promise<Listed<NoteRow> | undefined> => {
  const rows = await db<(NoteRow & { total_items: number })[]>`
    select (select count(*)::int from notes where ticket_id = t.id) as total_items, ${WHOLE(db)}
    from tickets t
    left join lateral (
      select * from notes where ticket_id = t.id order by id desc
      limit ${list.page_size} offset ${(list.page - 1) * list.page_size}
    ) n on true
    left join people a on a.id = n.author_id
    where t.id = surviving_ticket(${list.ticket_id}) and t.business_id = any(${[...list.business_ids]}::bigint[])
    order by n.id desc`
  return rows.length === 0 ? undefined : listed(rows)
}

/** Notes by their ids, with authors, mentions and files. */
export const findNoteRows = (db: Db, ids: readonly string[]): Promise<NoteRow[]> => db`
  select ${WHOLE(db)} from notes n join people a on a.id = n.author_id where n.id = any(${[...ids]}::bigint[])`

/** Writes a note with its files. Mentions of people who are not agents of the ticket's business are dropped. */
export const insertNote = async (
  tx: TransactionSql,
  note: { ticket_id: string; author_id: string; text: string; mentions: readonly string[]; now: Date },
  files: readonly StoredFile[],
): Promise<NoteRow> => {
  const { ticket_id, author_id, now } = note
  const [written] = await tx<{ id: string }[]>`
    insert into notes (ticket_id, author_id, text, created_at)
    values (${ticket_id}, ${author_id}, ${note.text}, ${now}) returning id`
  if (written === undefined) throw new Error('a note was not written')
  const note_id = written.id
  if (note.mentions.length > 0)
    await tx`
      insert into note_mentions (note_id, person_id)
      select distinct ${note_id}::bigint, d.person_id
      from tickets t join desk_members d on d.business_id = t.business_id and d.role = 'agent'
      where t.id = ${ticket_id} and d.person_id = any(${[...note.mentions]}::bigint[])`
  if (files.length > 0)
    await tx`insert into note_files ${tx(
      files.map(({ key, file_name, content_type, size }, index) => ({
        note_id,
        place: index + 1,
        file_key: key,
        file_name,
        content_type,
        size,
      })),
    )}`
  await writeLog(tx, { ticket_id, at: now, person_id: author_id, act: 'noted' })
  addEvent(tx, { ticket_id, kind: 'note', note_id, now, desk_only: true })
  const [row] = await findNoteRows(tx, [note_id])
  if (row === undefined) throw new Error('a note is gone')
  return row
}
