import type { Db } from '@podmoga/sql/sql'

/** How long a burst is proposed if no agent accepts or dismisses it. */
const SHOWN_MS = 12 * 3_600_000
const MOST = 20

export interface ProposalRow {
  id: string
  business_id: string
  topic: string | null
  words: string[]
  ticket_ids: string[]
  made_at: Date
}

/** Lists open proposals, newest first. */
export const listProposals = (
  db: Db,
  { business_ids, now }: { business_ids: readonly string[]; now: Date },
): Promise<ProposalRow[]> => db`
  select id, business_id, topic, words, ticket_ids::text[] as ticket_ids, made_at from incident_proposals
  where business_id = any(${[...business_ids]}::bigint[]) and dismissed_at is null and incident_id is null
    and seen_at > ${new Date(now.getTime() - SHOWN_MS)}
  order by id desc limit ${MOST}`

/** Dismisses a proposal. Returns its business; null if not found. */
export const dismissProposal = async (
  db: Db,
  { business_ids, id, now }: { business_ids: readonly string[]; id: string; now: Date },
): Promise<string | null> => {
  const [row] = await db<{ business_id: string }[]>`
    update incident_proposals set dismissed_at = coalesce(dismissed_at, ${now})
    where id = ${id} and business_id = any(${[...business_ids]}::bigint[]) returning business_id`
  return row?.business_id ?? null
}

/** Links a proposal to the incident created from it. `taken`: another incident was created from it before. */
export const settleProposal = async (
  db: Db,
  { business_id, id, incident_id }: { business_id: string; id: string; incident_id: string },
): Promise<'settled' | 'taken' | 'not_found'> => {
  const [row] = await db<{ is_own: boolean }[]>`
    update incident_proposals set incident_id = coalesce(incident_id, ${incident_id}::bigint)
    where id = ${id} and business_id = ${business_id} returning incident_id = ${incident_id}::bigint as is_own`
  if (row === undefined) return 'not_found'
  return row.is_own ? 'settled' : 'taken'
}
