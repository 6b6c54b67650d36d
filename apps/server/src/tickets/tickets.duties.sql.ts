import type { Db } from '@podmoga/sql/sql'
import { ERASED_NAME, type Leaver } from '../module.ts'

/** Deletes a person's notices, follows and assignments; what they wrote stays, anonymized. */
export const forgetAtTickets = async (tx: Db, { person_id }: Leaver): Promise<readonly string[]> => {
  await tx`delete from notices where person_id = ${person_id}`
  await tx`delete from notice_choices where person_id = ${person_id}`
  await tx`delete from ticket_follows where person_id = ${person_id}`
  await tx`delete from push_subscriptions where person_id = ${person_id}`
  await tx`delete from unread_messages where person_id = ${person_id}`
  await tx`delete from note_mentions where person_id = ${person_id}`
  // Shared views stay, anonymized.
  await tx`delete from saved_views where author_id = ${person_id} and not is_shared`
  // The log stores agents' names of that time.
  await tx`
    update ticket_log l set
      before = case when before = called.name or before_id = ${person_id} then ${ERASED_NAME} else before end,
      after = case when after = called.name or after_id = ${person_id} then ${ERASED_NAME} else after end
    from (select nullif(concat_ws(' ', first_name, last_name), '') as name from people where id = ${person_id}) called
    where l.act = 'assigned' and (called.name in (l.before, l.after) or ${person_id} in (l.before_id, l.after_id))
      and l.ticket_id in (select id from tickets where business_id in
        (select business_id from people where id = ${person_id}))`
  // Each of the two conditions has its own index.
  await tx`
    update tickets set assignee_id = null
    where assignee_id = ${person_id} and status = 'awaiting_response'
      or assignee_id = ${person_id} and status = 'processed'`
  return []
}

/** A person's messages after the given id, in the order written. */
export const listWritten = async (
  db: Db,
  asked: { person_id: string; after: string; limit: number },
): Promise<{ id: string; value: object; files: { file_key: string; file_name: string }[] }[]> => {
  const rows = await db<
    {
      id: string
      ticket: number
      restaurant: string
      from_support: boolean
      text: string
      created_at: Date
      files: { file_key: string; file_name: string }[]
    }[]
  >`
    select m.id, t.number as ticket, r.name as restaurant, m.from_support, m.text, m.created_at,
      coalesce((select json_agg(json_build_object('file_key', a.file_key, 'file_name', a.file_name) order by a.place)
        from attachments a where a.message_id = m.id), '[]') as files
    from messages m join tickets t on t.id = m.ticket_id join restaurants r on r.id = t.restaurant_id
    where m.author_id = ${asked.person_id} and m.id > ${asked.after}
    order by m.id limit ${asked.limit}`
  return rows.map(({ id, files, ...value }) => ({ id, value, files }))
}

export const listSealedPushes = (db: Db): Promise<{ what: string; about: string; sealed: Buffer }[]> => db`
  select 'push_subscriptions ' || session_id as what, 'push ' || session_id as about, sealed from push_subscriptions
  union all select 'sealed_keys ' || name, name, sealed from sealed_keys where name = 'vapid'`
