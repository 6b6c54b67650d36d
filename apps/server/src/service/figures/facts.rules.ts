import type { FigureWhat } from '@podmoga/contract/desk/figures'
import { dutiesOf, type History, type Version } from '../levels/levels.rules.ts'
import { onTheWall } from '../levels/working-time.ts'

/**
 * Kinds of facts. `first` and `solved` are measured in whole minutes of support's hours; `kept` and `missed` are targets of
 * all kinds; `answer` is a message that an agent wrote.
 */
export type What = FigureWhat

export interface Fact {
  what: What
  /** Milliseconds since 1970. */
  at: number
  /** Local date of support, such as 2026-01-31. */
  day: string
  hour: number
  minutes: number
  /** The agent it counts for: who answered, closed or was rated. */
  agent_id: string | null
}

/** Ticket data counted in addition to its history. */
export interface TicketData {
  opened_at: number
  /** Messages of agents, the oldest first. */
  answers: readonly { at: number; agent_id: string }[]
  /** When it was closed and by whom. */
  closings: readonly { at: number; agent_id: string | null }[]
  reopenings: readonly number[]
  rating: { at: number; score: 'good' | 'bad' } | null
}

const MINUTE = 60_000

/** The time zone of support's days from a moment on: that of the first shift. */
export interface Zone {
  valid_from: number
  zone: string
}

export const zonesOf = (
  versions: readonly { valid_from: Date; shifts: readonly { zone: string }[] }[],
): Zone[] =>
  versions.map(({ valid_from, shifts }) => ({
    valid_from: valid_from.getTime(),
    zone: shifts[0]?.zone ?? '',
  }))

/**
 * Returns the facts that a ticket adds to the figures. A function of the ticket's current content alone, like the levels: a
 * merge moves the facts along, a reopened ticket is no longer solved, and recounting is idempotent.
 */
export const factsOf = (
  history: History,
  data: TicketData,
  { versions, zones, now }: { versions: readonly Version[]; zones: readonly Zone[]; now: number },
): Fact[] => {
  const zoneAt = (at: number): string =>
    (zones.findLast(({ valid_from }) => valid_from <= at) ?? zones[0])?.zone ?? ''
  const fact = (what: What, at: number, agent_id: string | null = null, ms = 0): Fact => ({
    what,
    at,
    ...onTheWall(zoneAt(at), at),
    minutes: Math.floor(ms / MINUTE),
    agent_id,
  })
  const { first, nexts, solution } = dutiesOf(history, versions, now)
  const wroteAt = (at: number): string | null => data.answers.find((one) => one.at === at)?.agent_id ?? null
  const closedBy = (at: number): string | null =>
    data.closings.findLast((one) => one.at <= at)?.agent_id ?? null
  const facts = [fact('opened', data.opened_at)]
  const judge = ({ state, ended_at }: typeof first, agent_id: string | null): void => {
    if (ended_at !== null && (state === 'kept' || state === 'missed'))
      facts.push(fact(state, ended_at, agent_id))
  }
  if (first.ended_at !== null && first.state !== 'dropped') {
    const by = wroteAt(first.ended_at)
    facts.push(fact('first', first.ended_at, by, first.spent))
    judge(first, by)
  }
  for (const next of nexts) judge(next, next.ended_at === null ? null : wroteAt(next.ended_at))
  if (solution.ended_at !== null) {
    const by = closedBy(solution.ended_at)
    facts.push(fact('solved', solution.ended_at, by, solution.spent))
    judge(solution, by)
  }
  for (const at of data.reopenings) facts.push(fact('reopened', at))
  if (data.rating !== null) facts.push(fact(data.rating.score, data.rating.at, closedBy(data.rating.at)))
  for (const { at, agent_id } of data.answers) facts.push(fact('answer', at, agent_id))
  return facts
}
