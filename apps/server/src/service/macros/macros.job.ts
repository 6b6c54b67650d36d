import type { TransactionSql } from '@podmoga/sql/sql'
import type { Jobs } from '../../background/background.ts'
import { queue } from '../../background/background.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import type { HeldActsEnd, PerformActs, TicketActs } from '../../ports/domains/ticket-acts.ts'
import { addResult, businessesOf, endRun, nextOf, type RunRow, sweepRuns, takeRuns } from './macros.sql.ts'

const DAY_MS = 24 * 60 * 60_000
/** After this long without a server a run is dropped: its answers were meant for the moment of the press. */
const LATE_MS = 60 * 60_000

/** Resolves the actions of a macro for the person who runs it. */
const actsOf = ({ acts, person_id }: RunRow): TicketActs => {
  const { assignee, incident_id: _, ...rest } = acts
  if (assignee === null) return rest
  return { ...rest, assignee_id: assignee === 'me' ? person_id : assignee === 'none' ? null : assignee }
}

/** Writes the audit record of a run over several tickets. */
const noteRun = async (tx: TransactionSql, { results, name, person_id }: RunRow, at: Date): Promise<void> => {
  const done = results.filter(({ fate }) => fate === 'done').map(({ id }) => id)
  if (done.length < 2) return
  for (const { business_id, tickets } of await businessesOf(tx, done))
    await writeAudit(tx, { at, event: 'macro_run', person_id, business_id, after: { macro: name, tickets } })
}

/**
 * Runs macros ticket by ticket: the actions and the result of each are one transaction, so a retry after a crash answers
 * nobody twice.
 */
export const macroJobs = (
  { sql, clock, background }: Deps,
  performActs: PerformActs,
  onIncidentAnswered: HeldActsEnd,
): Jobs => ({
  'macro runs': queue<RunRow>({
    ms: 500,
    lease_ms: 120_000,
    at_once: 4,
    take: (claim) => takeRuns(sql, claim),
    run: async (run) => {
      const acts = actsOf(run)
      const by = { person_id: run.person_id, author_id: run.person_id }
      const step = (): Promise<boolean> =>
        sql.begin(async (tx) => {
          const next = await nextOf(tx, run.id)
          const ticket = next === null ? undefined : run.tickets[next.at]
          if (next === null || ticket === undefined) return false
          const { id: ticket_id, seen } = ticket
          const asked = { business_ids: next.business_ids, ticket_id, acts, by, seen, now: clock.now() }
          await addResult(tx, run.id, { id: ticket_id, ...(await performActs(tx, asked)) })
          return true
        })
      const isLate = () => clock.now().getTime() - new Date(run.due_at).getTime() > LATE_MS
      while (!isLate() && (await step())) if (background.closing.aborted) return
      await sql.begin(async (tx) => {
        const ended = await endRun(tx, run.id)
        if (ended === undefined || ended.state === 'undone') return
        const { acts, person_id, results } = ended
        const now = clock.now()
        // The answer of an incident has its own audit record.
        if (acts.incident_id === undefined) return noteRun(tx, ended, now)
        const { incident_id, text } = acts
        await onIncidentAnswered(tx, { incident_id, person_id, text: text ?? '', results, now })
      })
    },
  }),
  'old macro runs': {
    ms: DAY_MS,
    at_start: true,
    run: () => sweepRuns(sql, new Date(clock.now().getTime() - DAY_MS)),
  },
})
