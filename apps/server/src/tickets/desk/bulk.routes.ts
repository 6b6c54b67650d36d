import { type BulkAct, type BulkFate, changeMany, type Seen } from '@podmoga/contract/desk/bulk'
import type { LogLine } from '@podmoga/contract/desk/work'
import { TAGS_MAX } from '@podmoga/contract/fields/limits'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { writeAudits } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import type { DeskMember } from '../../http/principals.ts'
import { isRowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { addTicketEvents } from '../live/events.sql.ts'
import { iso } from '../tickets.answers.ts'
import {
  findAgentBusinesses,
  listWrittenSince,
  lockMany,
  type ManyChange,
  type ManyRow,
  offerTag,
  updateMany,
  writeLogs,
} from './bulk.sql.ts'
import { snoozeTime } from './edit.routes.ts'

/** The agent to assign; undefined: none, or not an agent. */
type Agent = Awaited<ReturnType<typeof findAgentBusinesses>>

const LOGGED: Record<BulkAct['do'], LogLine['act']> = {
  assign: 'assigned',
  tag: 'tags',
  untag: 'tags',
  priority: 'priority',
  snooze: 'snoozed',
  close: 'closed',
  reopen: 'reopened',
}
/** Acts that the restaurant is notified of too: its pages show them. */
const NOTIFIES_RESTAURANT: readonly BulkAct['do'][] = ['close', 'reopen']

const assignFate = (row: ManyRow, act: BulkAct & { do: 'assign' }, agent: Agent): BulkFate => {
  if (act.from !== undefined && act.from !== row.assignee_id) return 'assigned_meanwhile'
  if (act.assignee !== null && agent?.business_ids.includes(row.business_id) !== true) return 'no_such_agent'
  return act.assignee === row.assignee_id ? 'same' : 'done'
}

/** Data common to all of the tickets. */
interface Known {
  agent: Agent
  /** Tickets with messages by others that the caller has not seen. */
  written: ReadonlySet<string>
}

/** The outcome for one ticket, by the same rules as for single calls. */
const fateOf = (row: ManyRow, act: BulkAct, { agent, written }: Known): BulkFate => {
  const isClosed = row.status === 'processed'
  switch (act.do) {
    case 'assign':
      return isClosed ? 'ticket_closed' : assignFate(row, act, agent)
    case 'tag':
      return row.tags.includes(act.tag) ? 'same' : row.tags.length >= TAGS_MAX ? 'too_many_tags' : 'done'
    case 'untag':
      return row.tags.includes(act.tag) ? 'done' : 'same'
    case 'priority':
      return row.priority === act.priority ? 'same' : 'done'
    case 'snooze':
      if (isClosed) return 'ticket_closed'
      return act.until === null && row.snoozed_until === null ? 'same' : 'done'
    case 'close':
      return isClosed ? 'ticket_closed' : written.has(row.id) ? 'unseen_message' : 'done'
    case 'reopen':
      return isClosed ? 'done' : 'ticket_open'
  }
}

const beforeOf = (row: ManyRow, act: BulkAct): string | null => {
  if (act.do === 'assign') return row.assignee_id
  if (act.do === 'priority') return row.priority
  return act.do === 'snooze' && row.snoozed_until !== null ? iso(row.snoozed_until) : null
}

/** The log's values before and after the act. */
const wordsOf = (row: ManyRow, act: BulkAct, agent: Agent): [before: string | null, after: string | null] => {
  const tags = (all: readonly string[]) => all.join(', ') || null
  switch (act.do) {
    case 'assign':
      return [row.assignee_name, act.assignee === null ? null : (agent?.name ?? null)]
    case 'tag':
      return [tags(row.tags), tags([...row.tags, act.tag])]
    case 'untag':
      return [tags(row.tags), tags(row.tags.filter((tag) => tag !== act.tag))]
    case 'priority':
      return [row.priority, act.priority]
    case 'snooze':
      return [null, act.until === null ? null : iso(new Date(act.until))]
    default:
      return [null, null]
  }
}

const changeOf = (act: BulkAct, now: Date): ManyChange => {
  if (act.do === 'assign') return { do: act.do, assignee_id: act.assignee }
  if (act.do === 'snooze') return { do: act.do, until: act.until === null ? null : new Date(act.until) }
  return act.do === 'close' || act.do === 'reopen' ? { do: act.do, now } : act
}

/** Maximum ticket numbers in one audit entry. */
const NUMBERS = 50

/** Writes one audit entry per business for the whole act; each ticket's own log has its outcome. */
const noteBulk = async (
  tx: TransactionSql,
  { who, request, at }: { who: DeskMember; request: FastifyRequest; at: Date },
  act: BulkAct,
  done: readonly ManyRow[],
): Promise<void> => {
  if (done.length < 2) return
  const { person_id, session_id } = who
  const by = { at, person_id, session_id, ip: request.ip, request_id: request.id }
  await writeAudits(
    tx,
    [...Map.groupBy(done, ({ business_id }) => business_id)].map(([business_id, rows]) => ({
      ...by,
      event: 'tickets_changed',
      business_id,
      after: {
        act: act.do,
        ...('tag' in act && { tag: act.tag }),
        ...('priority' in act && { priority: act.priority }),
        ...('until' in act && { until: act.until }),
        ...('assignee' in act && { assignee: act.assignee ?? 'none' }),
        tickets: rows.length,
        numbers: rows.slice(0, NUMBERS).map(({ number }) => String(number)),
      },
    })),
  )
}

const seenOf = (seen: Seen, rows: readonly ManyRow[]) =>
  new Map(rows.flatMap(({ id }) => (seen[id] === undefined ? [] : [[id, seen[id]] as const])))

/** Applies one act to many tickets in one transaction; a ticket that it fails for does not block the others. */
export const bulkRoute = (on: On, { clock }: Deps): void => {
  on(changeMany, async ({ who, body, once, request }) => {
    const { person_id, business_ids } = who
    const { act } = body
    const now = clock.now()
    if (act.do === 'snooze') snoozeTime(act.until, now)
    const asked = [...new Set(body.tickets)]
    return once({
      work: async (tx) => {
        const wanted = act.do === 'assign' ? act.assignee : null
        const agent = wanted !== null && isRowId(wanted) ? await findAgentBusinesses(tx, wanted) : undefined
        const rows = await lockMany(tx, { business_ids, ids: asked.filter(isRowId) })
        const seen = act.do === 'close' && act.seen !== undefined ? seenOf(act.seen, rows) : new Map()
        const written = seen.size === 0 ? new Set<string>() : await listWrittenSince(tx, { seen, person_id })
        const found = new Map(
          rows.map((row) => [row.id, { row, fate: fateOf(row, act, { agent, written }) }]),
        )
        const done = rows.filter(({ id }) => found.get(id)?.fate === 'done')
        if (done.length > 0) {
          const ids = done.map(({ id }) => id)
          await updateMany(tx, ids, changeOf(act, now))
          if (act.do === 'tag')
            await offerTag(tx, [...new Set(done.map(({ business_id }) => business_id))], act.tag)
          const logged = act.do === 'snooze' && act.until === null ? 'woken' : LOGGED[act.do]
          await writeLogs(
            tx,
            { at: now, person_id, act: logged },
            done.map((row) => {
              const [before, after] = wordsOf(row, act, agent)
              const isAssigned = act.do === 'assign'
              return {
                ticket_id: row.id,
                before,
                after,
                before_id: isAssigned ? row.assignee_id : null,
                after_id: isAssigned ? act.assignee : null,
              }
            }),
          )
          if (act.do === 'close' || act.do === 'reopen') {
            const event = act.do === 'close' ? 'ticket_closed' : 'ticket_reopened'
            const by = {
              at: now,
              person_id,
              session_id: who.session_id,
              ip: request.ip,
              request_id: request.id,
            }
            await writeAudits(
              tx,
              ids.map((ticket_id) => ({ ...by, event, detail: { ticket_id } })),
            )
          }
          await noteBulk(tx, { who, request, at: now }, act, done)
          addTicketEvents(tx, { ticket_ids: ids, now, desk_only: !NOTIFIES_RESTAURANT.includes(act.do) })
        }
        return {
          results: asked.map((id) => {
            const known = found.get(id)
            return known === undefined
              ? { id, number: null, fate: 'not_found' as const, before: null }
              : { id, number: known.row.number, fate: known.fate, before: beforeOf(known.row, act) }
          }),
        }
      },
    })
  })
}
