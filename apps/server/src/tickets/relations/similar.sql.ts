import type { Db } from '@podmoga/sql/sql'

/** The first words of a ticket's customer say what it is about; a whole conversation says everything. */
const OPENING = 3
const OPENING_LETTERS = 1000

/** What the customer's side of a ticket says at its beginning. */
export const findOpening = async (db: Db, ticket_id: string): Promise<string> => {
  const [row] = await db<{ words: string | null }[]>`
    select string_agg(words, ' ') as words from (
      select left(text, ${OPENING_LETTERS}) as words from messages
      where ticket_id = ${ticket_id} and not from_support order by position limit ${OPENING}
    ) m`
  return row?.words ?? ''
}

export interface Weighed {
  stem: string
  /** The share of all messages in which it stands, as the planner knows it; 0: so few that nobody has counted them. */
  share: number
}

/**
 * Stems with how common they are. PostgreSQL keeps the most frequent words of an index for its own plans: a word that is
 * not among them is rare, and a rare word tells most.
 */
export const weigh = async (db: Db, stems: readonly string[]): Promise<Weighed[]> => db<Weighed[]>`
  select stem, coalesce(max(share), 0)::float8 as share
  from unnest(${[...stems]}::text[]) stem
  left join (
    select word, share from pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
    where schemaname = current_schema() and tablename = 'message_words' and attname = 'words' and word is not null
  ) known on starts_with(word, stem)
  group by stem`

export interface AlikeRow {
  id: string
  text: string
}

/** What these messages say of their tickets, one row of each; one ticket and other businesses left out. */
export const findAlike = (
  db: Db,
  where: { business_id: string; ticket_id: string; message_ids: readonly string[] },
): Promise<AlikeRow[]> => db<AlikeRow[]>`
  select t.id, string_agg(left(m.text, ${OPENING_LETTERS}), E'\n' order by m.id) as text
  from messages m join tickets t on t.id = m.ticket_id
  where m.id = any(${[...where.message_ids]}::bigint[]) and t.business_id = ${where.business_id}
    and t.id <> ${where.ticket_id}
  group by t.id`
