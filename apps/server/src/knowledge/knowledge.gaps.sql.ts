import type { Db, Sql, TransactionSql } from '@podmoga/sql/sql'
import { isFor, type Reader } from './knowledge.audience.sql.ts'

/** Adds a person to an open gap. Each person counts once, with their latest text. */
const addVoice = async (
  tx: TransactionSql,
  voice: { gap_id: string; person_id: string; text: string | null },
): Promise<void> => {
  await tx`
    insert into knowledge_gap_voices as v (gap_id, person_id, text)
    values (${voice.gap_id}, ${voice.person_id}, ${voice.text})
    on conflict (gap_id, person_id) do update set text = coalesce(excluded.text, v.text), given_at = now()`
  await tx`
    update knowledge_gaps set last_at = now(),
      people = (select count(*) from knowledge_gap_voices where gap_id = ${voice.gap_id})
    where id = ${voice.gap_id}`
}

const idOf = ([row]: readonly { id: string }[]): string => row?.id ?? ''

/** Records a search that found nothing. Equal queries share one gap. */
export const addSearchGap = (
  sql: Sql,
  miss: { business_id: string; person_id: string; query: string },
): Promise<void> =>
  sql.begin(async (tx) => {
    const gap_id = idOf(
      await tx<{ id: string }[]>`
      insert into knowledge_gaps (business_id, kind, query) values (${miss.business_id}, 'search', ${miss.query})
      on conflict (business_id, query) where kind = 'search' and closed_at is null do update set last_at = now()
      returning id`,
    )
    await addVoice(tx, { gap_id, person_id: miss.person_id, text: null })
  })

/**
 * Stores a person's feedback on a published material. «нет» also adds them to a gap in the editors' queue; a later «да» removes
 * them from it. Returns false if they cannot read the material.
 */
export const giveFeedback = (
  sql: Sql,
  given: Reader & {
    person_id: string
    material_id: string
    helpful: boolean
    text: string | null
  },
): Promise<boolean> =>
  sql.begin(async (tx) => {
    const { material_id, person_id, helpful, text } = given
    const [material] = await tx<{ business_id: string }[]>`
      select m.business_id from restaurants r join materials m on m.business_id = r.business_id
      where r.id = ${given.restaurant_id} and m.id = ${material_id} and m.published_at is not null
        and ${isFor(tx, given)}`
    if (material === undefined) return false
    await tx`
      insert into material_feedback (material_id, person_id, helpful) values (${material_id}, ${person_id}, ${helpful})
      on conflict (material_id, person_id) do update set helpful = excluded.helpful, given_at = now()`
    if (helpful) await takeVoiceBack(tx, { material_id, person_id })
    else {
      const gap_id = idOf(
        await tx<{ id: string }[]>`
        insert into knowledge_gaps (business_id, kind, material_id)
        values (${material.business_id}, 'feedback', ${material_id})
        on conflict (material_id) where kind = 'feedback' and closed_at is null do update set last_at = now()
        returning id`,
      )
      await addVoice(tx, { gap_id, person_id, text })
    }
    return true
  })

const takeVoiceBack = async (
  tx: TransactionSql,
  { material_id, person_id }: { material_id: string; person_id: string },
): Promise<void> => {
  const [gap] = await tx<{ id: string }[]>`
    select id from knowledge_gaps where material_id = ${material_id} and kind = 'feedback' and closed_at is null
    for update`
  if (gap === undefined) return
  await tx`delete from knowledge_gap_voices where gap_id = ${gap.id} and person_id = ${person_id}`
  await tx`
    update knowledge_gaps set people = (select count(*) from knowledge_gap_voices where gap_id = ${gap.id})
    where id = ${gap.id}`
  await tx`delete from knowledge_gaps where id = ${gap.id} and people = 0`
}

export interface GapRow {
  id: string
  kind: 'search' | 'feedback' | 'ticket'
  query: string | null
  material: { id: string; title: string } | null
  ticket: { id: string; number: number } | null
  people: number
  /** People's texts about what was missing, newest first, at most ten. */
  texts: string[]
  /** Number of further texts. */
  more_texts: number
  last_at: Date
  closed_at: Date | null
  /** The material that closed it, or that is being written for it. */
  answer: { id: string; title: string } | null
}

/** Returns a page of the editors' queue, newest first, and the total number. */
export const listGapRows = async (
  db: Db,
  list: { business_id: string; closed: boolean; page: number; page_size: number },
): Promise<{ rows: GapRow[]; total_items: number }> => {
  const [count] = await db<{ items: number }[]>`
    select count(*)::int as items from knowledge_gaps
    where business_id = ${list.business_id} and (closed_at is null) = ${!list.closed}`
  const rows = await db<GapRow[]>`
    select g.id, g.kind, g.query, g.people, g.last_at, g.closed_at,
      case when m.id is not null then json_build_object('id', m.id::text, 'title', m.title) end as material,
      case when t.id is not null then json_build_object('id', t.id::text, 'number', t.number) end as ticket,
      case when a.id is not null then json_build_object('id', a.id::text, 'title', a.title) end as answer,
      coalesce((
        select json_agg(v.text order by v.given_at desc) from (
          select text, given_at from knowledge_gap_voices
          where gap_id = g.id and text is not null order by given_at desc limit 10
        ) v
      ), '[]') as texts,
      greatest(0, (
        select count(*)::int from knowledge_gap_voices where gap_id = g.id and text is not null
      ) - 10) as more_texts
    from knowledge_gaps g
    left join materials m on m.id = g.material_id
    left join materials a on a.id = g.answer_id
    left join tickets t on t.id = g.ticket_id
    where g.business_id = ${list.business_id} and (g.closed_at is null) = ${!list.closed}
    order by g.last_at desc, g.id desc
    limit ${list.page_size} offset ${(list.page - 1) * list.page_size}`
  return { rows, total_items: count?.items ?? 0 }
}

/**
 * Closes a gap, with a published material or without one. An unpublished material is only linked, and the gap stays open until
 * it is published; a gap closed meanwhile is left as it is. Returns undefined if there is no such gap, or no such material in
 * its base.
 */
export const closeGap = async (
  tx: TransactionSql,
  closing: {
    gap_id: string
    business_ids: readonly string[]
    person_id: string
    answer_id: string | null
    now: Date
  },
): Promise<{ closed: boolean; business_id: string } | undefined> => {
  const { gap_id, business_ids, person_id, answer_id, now } = closing
  // The lock blocks a concurrent publication until the commit, so that either it sees the gap or this sees it published.
  const [answer] = await tx<{ published: boolean }[]>`
    select published_at is not null as published from materials where id = ${answer_id} for share`
  const isReady = answer_id === null || answer?.published === true
  const [row] = await tx<{ closed: boolean; business_id: string }[]>`
    update knowledge_gaps g set
      answer_id = case when ${isReady} or closed_at is null then ${answer_id} else answer_id end,
      closed_at = case when ${isReady} then coalesce(closed_at, ${now}) else closed_at end,
      closed_by = case when ${isReady} then ${person_id} else closed_by end
    where id = ${gap_id} and business_id = any(${[...business_ids]}::bigint[])
      and (${answer_id}::bigint is null or exists (
        select from materials m where m.id = ${answer_id} and m.business_id = g.business_id))
    returning closed_at is not null as closed, business_id`
  return row
}

/** Returns the draft made from a ticket earlier; null if there is none, or it was deleted. */
export const findTicketDraft = async (
  tx: TransactionSql,
  ticket_id: string,
): Promise<{ id: string; title: string } | null> => {
  const [row] = await tx<{ id: string; title: string }[]>`
    select m.id, m.title from knowledge_gaps g join materials m on m.id = g.answer_id
    where g.ticket_id = ${ticket_id}`
  return row ?? null
}

/** Adds a gap for a material made from a ticket; it is closed once the material is published. */
export const addTicketGap = async (
  tx: TransactionSql,
  gap: { business_id: string; ticket_id: string; answer_id: string; now: Date },
): Promise<void> => {
  await tx`
    insert into knowledge_gaps (business_id, kind, ticket_id, answer_id, people, last_at)
    values (${gap.business_id}, 'ticket', ${gap.ticket_id}, ${gap.answer_id}, 1, ${gap.now})
    on conflict (ticket_id) where ticket_id is not null do update
      set answer_id = excluded.answer_id, last_at = excluded.last_at, closed_at = null, closed_by = null`
}

/** Closes the gaps that were waiting for a material, which is published now. */
export const closeAnsweredGaps = async (
  tx: TransactionSql,
  { material_id, person_id, now }: { material_id: string; person_id: string | null; now: Date },
): Promise<void> => {
  await tx`
    update knowledge_gaps set closed_at = ${now}, closed_by = ${person_id}
    where answer_id = ${material_id} and closed_at is null`
}
