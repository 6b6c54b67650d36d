import type { Db } from '@podmoga/sql/sql'

/** Number of newest messages searched; older answers are not worth the cost. */
const MESSAGES = 5_000
const QUESTION_LETTERS = 200
const SHOWN = 20

export interface ProposalRow {
  question: string
  ticket: { id: string; number: number }
  material: { id: string; title: string; also_asked: string[] }
}

/** Lists questions of tickets that support answered with a link to a published material of the business, newest first. */
export const listProposalRows = (db: Db, business_id: string): Promise<ProposalRow[]> => db`
  select left(asked.text, ${QUESTION_LETTERS}) as question,
    json_build_object('id', t.id::text, 'number', t.number) as ticket,
    json_build_object('id', m.id::text, 'title', m.title, 'also_asked', m.also_asked) as material
  from (
    select distinct on (ticket_id, linked) ticket_id, linked, id from (
      select id, ticket_id, from_support, substring(text from '/section/[0-9]{1,15}/material/([0-9]{1,15})')::bigint as linked
      from messages order by id desc limit ${MESSAGES}
    ) recent where from_support and linked is not null order by ticket_id, linked, id desc
  ) answer
  join tickets t on t.id = answer.ticket_id and t.business_id = ${business_id}
  join materials m on m.id = answer.linked and m.business_id = t.business_id and m.published_at is not null
  cross join lateral (
    select btrim(regexp_replace(text, '\\s+', ' ', 'g')) as text from messages
    where ticket_id = t.id and not from_support order by position limit 1
  ) asked
  where length(asked.text) > 2
    and not exists (select from unnest(m.also_asked) line where lower(line) = lower(left(asked.text, ${QUESTION_LETTERS})))
  order by answer.id desc limit ${SHOWN}`

/** Lists the newest questions of a business: searches without an answer, and first messages of tickets. */
export const listQuestions = async (db: Db, business_id: string, most: number): Promise<string[]> => {
  const rows = await db<{ question: string }[]>`
    select question from (
      (select query as question, last_at as at from knowledge_gaps
        where business_id = ${business_id} and kind = 'search' order by last_at desc limit ${most})
      union all
      (select left(asked.text, 400), t.created_at from (
          select id, created_at from tickets where business_id = ${business_id} order by id desc limit ${most}
        ) t cross join lateral (
          select text from messages where ticket_id = t.id and not from_support order by position limit 1
        ) asked)
    ) q where question <> '' order by at desc limit ${most}`
  return rows.map(({ question }) => question)
}
