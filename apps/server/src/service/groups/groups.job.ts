import type { Jobs } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import type { PerformActs } from '../../ports/domains/ticket-acts.ts'
import { type Calendar, makeCalendar } from '../levels/working-time.ts'
import { writeState } from './groups.sql.ts'
import {
  findGroupOf,
  findNextAgent,
  listFree,
  listLeft,
  listOfGone,
  listWaitingOf,
  listWatched,
  lockGiving,
  noteGiven,
  takeLeft,
  type WatchedRow,
} from './work.sql.ts'

const TICK_MS = 1000
/** The job is woken when a role changes or a person is disabled, except by directory sync, hence the interval. */
const GONE_MS = 60_000
/** Maximum number of tickets of former agents unassigned per run. */
const GONE_MOST = 1000
/** Maximum number of tickets assigned per run. */
const PORTION = 50
const CALENDARS_KEPT = 1000

const calendars = new Map<string, Calendar>()

/** Returns whether a moment is within the hours of a schedule. */
const isOpen = (zone: string, week: readonly string[], at: number): boolean => {
  const key = `${zone} ${week.join(';')}`
  const known = calendars.get(key) ?? makeCalendar({ shifts: [{ zone, week: [...week] }], days_off: [] })
  if (calendars.size >= CALENDARS_KEPT) calendars.clear()
  calendars.set(key, known)
  return known.worked(at, at + 1) > 0
}

/**
 * Returns an automatic change of a person's presence; null: none. A person without a session is off. A schedule sets the
 * presence when a shift begins and ends; in between the person's own choice holds.
 */
export const presenceOf = (
  { state, zone, week, is_scheduled, is_signed_in }: Omit<WatchedRow, 'person_id'>,
  at: number,
): { state: WatchedRow['state']; is_scheduled?: boolean } | null => {
  const open = zone === null || week === null ? null : isOpen(zone, week, at)
  if (open !== null && open !== is_scheduled) {
    // The shift of a person who is not signed in begins when they sign in.
    if (open && !is_signed_in) return state === 'off' ? null : { state: 'off' }
    return { state: open ? 'work' : 'off', is_scheduled: open }
  }
  return !is_signed_in && state !== 'off' ? { state: 'off' } : null
}

/** Updates agents' presence, unassigns tickets of agents who leave, and assigns new tickets. */
export const groupJobs = ({ sql, clock, background }: Deps, performActs: PerformActs): Jobs => {
  const watch = async (): Promise<void> => {
    const now = clock.now()
    for (const { person_id, ...row } of await listWatched(sql, now)) {
      const next = presenceOf(row, now.getTime())
      if (next !== null) await writeState(sql, { person_id, now, ...next })
    }
  }
  /** Assigns a ticket, or unassigns it (`to` null), on behalf of the system. */
  const assign = (
    tx: Parameters<PerformActs>[0],
    of: { id: string; business_id: string },
    from: string | null,
    to: string | null,
  ) =>
    performActs(tx, {
      business_ids: [of.business_id],
      ticket_id: of.id,
      acts: { assignee_id: to, from },
      by: { person_id: null, author_id: to ?? '0' },
      seen: null,
      now: clock.now(),
    })
  const giveBack = async (): Promise<void> => {
    for (const person_id of await listLeft(sql)) {
      for (const ticket of await listWaitingOf(sql, person_id))
        await sql.begin((tx) => assign(tx, ticket, person_id, null))
      await sql.begin((tx) => takeLeft(tx, person_id))
    }
  }
  const giveBackOfGone = async (): Promise<void> => {
    for (const { assignee_id, ...ticket } of await listOfGone(sql, GONE_MOST)) {
      if (background.closing.aborted) return
      await sql.begin((tx) => assign(tx, ticket, assignee_id, null))
    }
  }
  const give = async (): Promise<void> => {
    for (const ticket of await listFree(sql, PORTION)) {
      if (background.closing.aborted) return
      await sql.begin(async (tx) => {
        await lockGiving(tx, ticket.business_id)
        const group = await findGroupOf(tx, ticket.id)
        const agent = group === undefined ? undefined : await findNextAgent(tx, group)
        if (agent === undefined) return
        const { fate } = await assign(tx, ticket, null, agent)
        if (fate === 'done') await noteGiven(tx, agent, clock.now())
      })
    }
  }
  return {
    'tickets of who is gone': { ms: GONE_MS, caller: 'agent groups', run: giveBackOfGone },
    'agent groups': {
      ms: TICK_MS,
      caller: 'agent groups',
      run: async () => {
        await watch()
        await giveBack()
        await give()
      },
    },
  }
}
