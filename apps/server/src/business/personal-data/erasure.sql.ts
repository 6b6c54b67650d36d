import type { Db } from '../../db/sql.ts'
import { forgetRowsAbout } from '../import/import.sql.ts'

/** What stands where the name was. */
export const ERASED_NAME = 'Удалённый сотрудник'

export interface ErasureRow {
  person_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  asked_at: Date
}

export const findErasure = async (db: Db, person_id: string): Promise<Date | null> => {
  const [row] = await db<{ asked_at: Date }[]>`
    select asked_at from erasure_requests where person_id = ${person_id}`
  return row?.asked_at ?? null
}

/** Asked twice, the first time stands; answers whether this was the first. */
export const addErasure = async (
  db: Db,
  row: { person_id: string; business_id: string; now: Date },
): Promise<boolean> => {
  const added = await db`
    insert into erasure_requests (person_id, business_id, asked_at)
    values (${row.person_id}, ${row.business_id}, ${row.now}) on conflict do nothing`
  return added.count === 1
}

/** Answers whether there was one. */
export const endErasure = async (db: Db, person_id: string): Promise<boolean> =>
  (await db`delete from erasure_requests where person_id = ${person_id}`).count === 1

/** Who waits, from after a person: the longest first. */
export const listErasureRows = (
  db: Db,
  asked: { business_id: string; after: string | null; limit: number },
): Promise<ErasureRow[]> => db<ErasureRow[]>`
  select e.person_id, p.first_name, p.last_name, p.email, p.phone, e.asked_at
  from erasure_requests e join people p on p.id = e.person_id
  where e.business_id = ${asked.business_id}
    ${
      asked.after === null
        ? db``
        : db`and (e.asked_at, e.person_id) >
            (select asked_at, person_id from erasure_requests where person_id = ${asked.after})`
    }
  order by e.asked_at, e.person_id limit ${asked.limit}`

/**
 * Every column that refers to a person, and what becomes of it when they are forgotten: `cleared` rows go, `kept` ones
 * tell what was done and name nobody. A test holds this against the schema.
 */
export const REFERENCES: Record<string, 'cleared' | 'kept'> = {
  'api_keys.person_id': 'cleared',
  'canned_replies.author_id': 'kept',
  'code_sends.person_id': 'cleared',
  'codes.person_id': 'cleared',
  'desk_members.person_id': 'cleared',
  'erasure_requests.person_id': 'cleared',
  'handovers.accepted_by': 'kept',
  'handovers.author_id': 'kept',
  'invitations.person_id': 'cleared',
  'invitations.created_by': 'kept',
  'join_requests.person_id': 'cleared',
  'join_requests.decided_by': 'kept',
  'knowledge_gap_voices.person_id': 'kept',
  'knowledge_gaps.closed_by': 'kept',
  'material_feedback.person_id': 'kept',
  'material_versions.published_by': 'kept',
  'materials.edited_by': 'kept',
  'memberships.person_id': 'cleared',
  'messages.author_id': 'kept',
  'note_mentions.person_id': 'cleared',
  'notes.author_id': 'kept',
  'notice_choices.person_id': 'cleared',
  'notices.person_id': 'cleared',
  'operators.person_id': 'kept',
  'passkeys.person_id': 'cleared',
  'people_imports.created_by': 'kept',
  'person_identities.person_id': 'cleared',
  'posters.created_by': 'kept',
  'provider_attempts.person_id': 'cleared',
  'push_subscriptions.person_id': 'cleared',
  'recovery_codes.person_id': 'cleared',
  'reverts.person_id': 'cleared',
  'saved_views.author_id': 'kept',
  'scim_group_members.person_id': 'cleared',
  'scim_people.person_id': 'cleared',
  'sessions.person_id': 'cleared',
  'shifts.person_id': 'cleared',
  'ticket_follows.person_id': 'cleared',
  'ticket_log.after_id': 'kept',
  'ticket_log.before_id': 'kept',
  'ticket_log.person_id': 'kept',
  'ticket_ratings.person_id': 'kept',
  'tickets.author_id': 'kept',
  'tickets.assignee_id': 'cleared',
  'totp_keys.person_id': 'cleared',
  'unread_messages.person_id': 'cleared',
}

/**
 * Forgets a person in the caller's transaction: nothing is left that says who it was, and what they wrote stays. Their
 * sessions are to be ended before. Answers the key of their photo, to be given up.
 */
export const erase = async (
  db: Db,
  { person_id, now }: { person_id: string; now: Date },
): Promise<string | null> => {
  const [before] = await db<
    { business_id: string; email: string | null; phone: string | null; image_key: string | null }[]
  >`select business_id, email, phone, image_key from people where id = ${person_id}`
  if (before === undefined) throw new Error('whoever is to be forgotten has no row')
  const addresses = [before.email, before.email?.toLowerCase(), before.phone].filter((one) => one != null)
  const sessions = db`select id from sessions where person_id = ${person_id}`
  await db`delete from notices where person_id = ${person_id}`
  await db`delete from notice_choices where person_id = ${person_id}`
  await db`delete from ticket_follows where person_id = ${person_id}`
  await db`delete from shifts where person_id = ${person_id}`
  await db`delete from push_subscriptions where person_id = ${person_id}`
  await db`delete from renewals where session_id in (${sessions})`
  await db`delete from sessions where person_id = ${person_id}`
  await db`delete from codes where person_id = ${person_id}`
  await db`delete from code_sends where person_id = ${person_id} or address = any(${addresses}::text[])`
  await db`delete from outbox where person_id = ${person_id} or to_address = any(${addresses}::text[])`
  await db`delete from api_keys where person_id = ${person_id}`
  await db`delete from scim_group_members where person_id = ${person_id}`
  await db`delete from scim_people where person_id = ${person_id}`
  await db`delete from person_identities where person_id = ${person_id}`
  await db`delete from provider_attempts where person_id = ${person_id}`
  await db`delete from totp_keys where person_id = ${person_id}`
  await db`delete from passkeys where person_id = ${person_id}`
  await db`delete from recovery_codes where person_id = ${person_id}`
  await db`delete from reverts where person_id = ${person_id}`
  await db`delete from invitations where person_id = ${person_id}`
  await db`delete from join_requests where person_id = ${person_id} or phone = any(${addresses}::text[])`
  await db`delete from idempotency where person_id = ${person_id}`
  await db`delete from unread_messages where person_id = ${person_id}`
  await db`delete from memberships where person_id = ${person_id}`
  await db`delete from desk_members where person_id = ${person_id}`
  await db`delete from note_mentions where person_id = ${person_id}`
  // The team's stay, under nobody's name.
  await db`delete from saved_views where author_id = ${person_id} and not is_shared`
  // The log names agents as they were called then.
  await db`
    update ticket_log l set
      before = case when before = called.name or before_id = ${person_id} then ${ERASED_NAME} else before end,
      after = case when after = called.name or after_id = ${person_id} then ${ERASED_NAME} else after end
    from (select nullif(concat_ws(' ', first_name, last_name), '') as name from people where id = ${person_id}) called
    where l.act = 'assigned' and (called.name in (l.before, l.after) or ${person_id} in (l.before_id, l.after_id))
      and l.ticket_id in (select id from tickets where business_id in
        (select business_id from people where id = ${person_id}))`
  // Each half has its index.
  await db`
    update tickets set assignee_id = null
    where assignee_id = ${person_id} and status = 'awaiting_response'
      or assignee_id = ${person_id} and status = 'processed'`
  await forgetRowsAbout(db, before)
  await endErasure(db, person_id)
  await db`
    update people set first_name = ${ERASED_NAME}, last_name = null, email = null, email_verified_at = null,
      phone = null, phone_verified_at = null, country_code = null, region = null, image_key = null,
      password_hash = null, subject = gen_random_uuid()::text, disabled_at = coalesce(disabled_at, ${now}),
      joined_at = coalesce(joined_at, ${now}), erased_at = ${now}
    where id = ${person_id}`
  return before.image_key
}
