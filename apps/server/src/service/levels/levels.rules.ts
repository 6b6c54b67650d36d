import type { Calendar } from './working-time.ts'

/** An event of a ticket's history. `asked`: its restaurant has written; `answered`: support has. */
export type HistoryEvent = { at: number } & (
  | { what: 'asked' | 'answered' | 'snoozed' | 'woken' | 'closed' | 'reopened' }
  | { what: 'priority'; priority: string }
)

/** The input of the calculation: a ticket's current content, in order of time. */
export interface History {
  category: string
  restaurant_id: string
  /** The ticket's initial priority. */
  priority: string
  /** The first one is `asked`. A time earlier than the one before counts as equal to it. */
  events: readonly HistoryEvent[]
}

/** Minutes of support's hours; null: no target of that kind. The first target that matches a ticket applies. */
export interface Target {
  /** null: any. */
  priority: string | null
  category: string | null
  /** Empty: any. */
  restaurant_ids: readonly string[]
  first_minutes: number | null
  next_minutes: number | null
  solution_minutes: number | null
}

/** Targets and hours, valid from a moment until the next version. */
export interface Version {
  valid_from: number
  targets: readonly Target[]
  calendar: Calendar
}

export type Kind = 'first' | 'next' | 'solution'

/**
 * An answer or a solution that support owes. `running` and `paused`: open; `kept` and `missed`: ended within or past the target;
 * `done`: ended without a target; `dropped`: closed before it was answered.
 */
export interface Duty {
  state: 'running' | 'paused' | 'kept' | 'missed' | 'done' | 'dropped'
  /** Milliseconds of support's hours so far, or until its end. */
  spent: number
  /** Milliseconds; null: no target. */
  target: number | null
  /** Set only while running with a target: when the target is reached, when a fifth of it is left, and the first late moment. */
  due_at: number | null
  soon_at: number | null
  late_at: number | null
  /** When it was answered or closed. */
  ended_at: number | null
}

export interface Levels {
  first: Duty
  /** Answers after the first: the current or last one, and how many were kept and missed. */
  next: Duty | null
  next_kept: number
  next_missed: number
  solution: Duty
  reopened: number
}

/** «Скоро просрочим»: a fifth of the target is left. */
const SOON_PART = 5
const MINUTE = 60_000

/** The intervals during which the clock of a duty ran. */
class Stretches {
  readonly done: [number, number][] = []
  since: number | null = null

  run(at: number): void {
    this.since ??= at
  }
  stop(at: number): void {
    if (this.since !== null) this.done.push([this.since, at])
    this.since = null
  }
  spent({ worked }: Calendar, now: number): number {
    const before = this.done.reduce((sum, [from, to]) => sum + worked(from, to), 0)
    return this.since === null ? before : before + worked(this.since, now)
  }
  /** Returns when `ms` were spent, or will be if the clock keeps running; null if it is stopped before. */
  reaches({ worked, after }: Calendar, ms: number): number | null {
    let left = ms
    for (const [from, to] of this.done) {
      const spent = worked(from, to)
      if (spent >= left) return after(from, left)
      left -= spent
    }
    return this.since === null ? null : after(this.since, left)
  }
}

interface Owed {
  kind: Kind
  stretches: Stretches
  /** null: still open. */
  end: { at: number; priority: string; how: 'met' | 'dropped' } | null
}

const owed = (kind: Kind): Owed => ({ kind, stretches: new Stretches(), end: null })

/** Replays the history and records when the clock of each duty ran. */
const walk = ({ priority: first_priority, events }: History) => {
  const first = owed('first')
  const nexts: Owed[] = []
  const solution = owed('solution')
  let next: Owed | null = null
  let priority = first_priority
  let isOpen = true
  let isSnoozed = false
  let isOurs = true
  let isAnswered = false
  let reopened = 0
  let at = Number.NEGATIVE_INFINITY

  const open = (): Owed[] => [...(first.end === null ? [first] : next === null ? [] : [next]), solution]
  const meet = (what: Owed | null, how: 'met' | 'dropped'): void => {
    if (what === null) return
    what.stretches.stop(at)
    what.end = { at, priority, how }
  }
  const takeUp = (what: Owed | undefined): void => {
    if (what !== undefined && what.end?.how === 'dropped') what.end = null
  }

  for (const event of events) {
    at = Math.max(at, event.at)
    if (event.what === 'priority') priority = event.priority
    if (event.what === 'asked') {
      isSnoozed = false
      if (isAnswered && !isOurs) {
        next = owed('next')
        nexts.push(next)
      }
      isOurs = true
    }
    if (event.what === 'answered') {
      meet(isAnswered ? next : first, 'met')
      next = null
      isAnswered = true
      isOurs = false
    }
    if (event.what === 'snoozed') isSnoozed = isOpen
    if (event.what === 'woken') isSnoozed = false
    if (event.what === 'closed' && isOpen) {
      isOpen = false
      isSnoozed = false
      if (first.end === null) meet(first, 'dropped')
      meet(next, 'dropped')
      meet(solution, 'met')
    }
    if (event.what === 'reopened' && !isOpen) {
      isOpen = true
      reopened += 1
      solution.end = null
      takeUp(first)
      if (isOurs) takeUp(nexts.at(-1))
    }
    const runs = isOpen && isOurs && !isSnoozed
    for (const { stretches, end } of open())
      if (runs && end === null) stretches.run(at)
      else stretches.stop(at)
  }
  return { first, nexts, solution, reopened, priority, at }
}

const versionAt = (versions: readonly Version[], at: number): { version: Version; isBefore: boolean } => {
  const version = versions.findLast(({ valid_from }) => valid_from <= at)
  const [earliest] = versions
  if (earliest === undefined) throw new Error('a business has no hours')
  return { version: version ?? earliest, isBefore: version === undefined }
}

/**
 * Returns what support owes in a ticket, how much time is left, and how targets were kept. A function of the ticket's current
 * content alone, so that a merge, a split and their undoing need no special case (docs/service-levels.md).
 * `versions`: oldest first, at least one.
 */
export const levelsOf = (history: History, versions: readonly Version[], now: number): Levels => {
  const { first, nexts, solution, reopened } = dutiesOf(history, versions, now)
  return {
    first,
    next: nexts.at(-1) ?? null,
    next_kept: nexts.filter(({ state }) => state === 'kept').length,
    next_missed: nexts.filter(({ state }) => state === 'missed').length,
    solution,
    reopened,
  }
}

/** As {@link levelsOf}, but with every answer that was owed after the first. */
export const dutiesOf = (history: History, versions: readonly Version[], now: number) => {
  const { first, nexts, solution, reopened, priority, at } = walk(history)
  const moment = Math.max(now, at)
  const targetOf = (kind: Kind, of: string, targets: readonly Target[]): number | null => {
    const target = targets.find(
      (one) =>
        (one.priority === null || one.priority === of) &&
        (one.category === null || one.category === history.category) &&
        (one.restaurant_ids.length === 0 || one.restaurant_ids.includes(history.restaurant_id)),
    )
    const minutes = target?.[`${kind}_minutes`] ?? null
    return minutes === null ? null : minutes * MINUTE
  }
  const duty = ({ kind, stretches, end }: Owed): Duty => {
    const { version, isBefore } = versionAt(versions, end?.at ?? moment)
    const { calendar } = version
    const target = isBefore ? null : targetOf(kind, end?.priority ?? priority, version.targets)
    const spent = stretches.spent(calendar, end?.at ?? moment)
    const still = { due_at: null, soon_at: null, late_at: null, ended_at: end?.at ?? null }
    if (end !== null) {
      const judged = target === null ? 'done' : spent <= target ? 'kept' : 'missed'
      return { ...still, state: end.how === 'dropped' ? 'dropped' : judged, spent, target }
    }
    const isPaused = stretches.since === null
    if (isPaused || target === null)
      return { ...still, state: isPaused ? 'paused' : 'running', spent, target }
    return {
      state: 'running',
      spent,
      target,
      due_at: stretches.reaches(calendar, target),
      soon_at: stretches.reaches(calendar, target - Math.floor(target / SOON_PART)),
      late_at: stretches.reaches(calendar, target + 1),
      ended_at: null,
    }
  }
  return { first: duty(first), nexts: nexts.map(duty), solution: duty(solution), reopened }
}

/** The earliest deadline of a ticket. Times are milliseconds since 1970. */
export interface Due {
  kind: Kind
  due_at: number
  soon_at: number
  late_at: number
}

/** Returns the running duty with the earliest deadline, or null. */
export const nearest = ({ first, next, solution }: Levels): Due | null => {
  const all = { first, next, solution }
  let found: Due | null = null
  for (const kind of ['first', 'next', 'solution'] as const) {
    const duty = all[kind]
    if (duty === null) continue
    const { due_at, soon_at, late_at } = duty
    // null: the deadline is beyond the horizon of the calendar.
    if (due_at === null || soon_at === null || late_at === null) continue
    if (found === null || due_at < found.due_at) found = { kind, due_at, soon_at, late_at }
  }
  return found
}

/** Returns the worst state of the running duties; `paused` if duties with a target are open but none runs. */
export const stateOf = (levels: Levels, now: number): 'ok' | 'soon' | 'late' | 'paused' => {
  const owed = [levels.first, levels.next, levels.solution].filter(
    (duty) => duty !== null && duty.target !== null && duty.ended_at === null,
  )
  const running = owed.filter((duty) => duty?.state === 'running')
  if (owed.length > 0 && running.length === 0) return 'paused'
  const has = (at: 'late_at' | 'soon_at') => running.some((duty) => (duty?.[at] ?? Infinity) <= now)
  return has('late_at') ? 'late' : has('soon_at') ? 'soon' : 'ok'
}
