import type { Db } from '@podmoga/sql/sql'
import type { EditorCall, ReadCalls } from '../../ports/domains/editor-calls.ts'

/** Queues signals for the browsers of these people; returns the ids of people who have any. */
export const callEditors = async (
  tx: Db,
  person_ids: readonly string[],
  { kind, material_id, word, event, amount, due_at }: EditorCall & { due_at: Date },
): Promise<Set<string>> => {
  const rows = await tx<{ person_id: string }[]>`
    with devices as (
      select d.session_id, d.person_id from signal_devices d
      join sessions e on e.id = d.session_id and e.ended_at is null and e.expires_at > ${due_at}
      where d.person_id = any(${[...person_ids]}::bigint[])
    ), called as (
      insert into signals (session_id, kind, material_id, word, event, amount, due_at)
      select session_id, ${kind}, ${material_id}, ${word}, ${event}, ${amount}, ${due_at} from devices order by session_id
      on conflict (material_id, session_id, kind) where material_id is not null do update set word = excluded.word,
        event = excluded.event, amount = excluded.amount, attempts = 0, due_at = excluded.due_at, sent_at = null
    )
    select person_id from devices`
  return new Set(rows.map(({ person_id }) => person_id))
}

/**
 * Withdraws, on every device, signals about what was read; those not sent yet are not sent. A row with amount 0 was read: a
 * server of the previous release sends its event again, but no browser shows an event twice.
 */
export const readCalls = async (
  db: Db,
  { material_id, kinds, person_id, now }: ReadCalls & { now: Date },
): Promise<boolean> => {
  const { count } = await db`
    update signals s set amount = 0, attempts = 0, sent_at = coalesce(s.sent_at, ${now}),
      due_at = case when s.sent_at is not null or s.attempts > 0 then ${now}::timestamptz end
    from signal_devices d
    where d.session_id = s.session_id and s.amount > 0 and s.kind = any(${[...kinds]}::text[])
      ${person_id === null ? db`` : db`and d.person_id = ${person_id}`}
      and ${material_id === null ? db`s.material_id is not null and (s.kind = 'due' or s.amount > 1)` : db`s.material_id = ${material_id}`}`
  return count > 0
}
