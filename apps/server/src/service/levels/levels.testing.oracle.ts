// A slow reference implementation of levels.rules.ts. It goes minute by minute: what is the local time of each shift, is that
// within its hours, is the clock stopped?
import type { History, HistoryEvent, Kind, Target } from './levels.rules.ts'
import type { Hours } from './working-time.ts'

export const MINUTE = 60_000
export const QUARTER = 15 * MINUTE

interface OracleVersion {
  valid_from: number
  targets: readonly Target[]
  hours: Hours
}
export interface Case {
  history: History
  versions: readonly OracleVersion[]
  now: number
  /** Every time in the case is a multiple of it, in milliseconds. */
  grid: number
}

interface Wall {
  date: string
  before: string
  weekday: number
  minute: number
}
const formats = new Map<string, Intl.DateTimeFormat>()
const walls = new Map<string, Map<number, Wall>>()

/** Returns the local time of a quarter of an hour, numbered from 1970. */
const wallAt = (zone: string, quarter: number): Wall => {
  const ofZone = walls.get(zone) ?? new Map<number, Wall>()
  walls.set(zone, ofZone)
  const known = ofZone.get(quarter)
  if (known !== undefined) return known
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  // "2026-03-29 03:15"
  const [date = '', time = ''] = format.format(quarter * QUARTER).split(' ')
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const made = {
    date,
    before: new Date(midnight - 24 * 60 * MINUTE).toISOString().slice(0, 10),
    weekday: (new Date(midnight).getUTCDay() + 6) % 7,
    minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
  }
  ofZone.set(quarter, made)
  return made
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Returns whether support works at a moment, by the local time of each shift. */
const makeIsOpen = ({ shifts, days_off }: Hours) => {
  const weeks = shifts.map(({ zone, week }) => ({
    zone,
    days: (week ?? Array<string>(7).fill('00:00-24:00')).map((day) =>
      day === '' ? [] : day.split(', ').map((span) => span.split('-').map(minuteOf) as [number, number]),
    ),
  }))
  return (at: number): boolean =>
    weeks.some(({ zone, days }) => {
      const quarter = Math.floor(at / QUARTER)
      const wall = wallAt(zone, quarter)
      const minute = wall.minute + Math.floor((at - quarter * QUARTER) / MINUTE)
      const today = days_off.includes(wall.date) ? [] : (days[wall.weekday] ?? [])
      const yesterday = days_off.includes(wall.before) ? [] : (days[(wall.weekday + 6) % 7] ?? [])
      return (
        today.some(([from, to]) => minute >= from && (to <= from || minute < to)) ||
        yesterday.some(([from, to]) => to <= from && minute < to)
      )
    })
}

interface Counted {
  kind: Kind
  /** Number of worked grid steps, by each version's hours. */
  spent: number[]
  ended: { at: number; priority: string; how: 'met' | 'dropped' } | null
  /** The grid steps during which its clock ran. */
  ran: number[]
}

/** The oracle's result for a duty; `due_at` and `late_at` undefined: beyond what it computes. */
export interface Verdict {
  state: string
  spent: number
  target: number | null
  due_at?: number | null
  late_at?: number | null
}

const LOOK_AHEAD = 20 * 24 * 60 * MINUTE

/** Returns the index of the version valid at a moment. */
const versionAt = ({ versions }: Case, at: number): number =>
  Math.max(
    0,
    versions.findLastIndex((one) => one.valid_from <= at),
  )
const targetOf = (
  { versions, history }: Case,
  kind: Kind,
  index: number,
  at: number,
  of: string,
): number | null => {
  const version = versions[index]
  if (version === undefined || version.valid_from > at) return null
  for (const target of version.targets) {
    if (target.priority !== null && target.priority !== of) continue
    if (target.category !== null && target.category !== history.category) continue
    if (target.restaurant_ids.length > 0 && !target.restaurant_ids.includes(history.restaurant_id)) continue
    const minutes = target[`${kind}_minutes`]
    return minutes === null ? null : minutes * MINUTE
  }
  return null
}

/** Returns when the target is reached, and the first millisecond after that in which the duty is still open. */
const lookAt = (
  { now, grid }: Case,
  { ran }: Counted,
  target: number,
  isWorked: ((at: number) => boolean) | undefined,
): Pick<Verdict, 'due_at' | 'late_at'> => {
  let counted = 0
  let due_at: number | undefined
  for (let nth = 0; nth < ran.length + LOOK_AHEAD / grid; nth += 1) {
    const moment = ran[nth] ?? now + (nth - ran.length) * grid
    if (!isWorked?.(moment)) continue
    if (due_at !== undefined) return { due_at, late_at: moment + 1 }
    counted += grid
    if (counted >= target) due_at = moment + grid
  }
  return due_at === undefined ? {} : { due_at }
}

/** Computes what is owed in a ticket, minute by minute. */
export const oracle = (one: Case) => {
  const { history, versions, now, grid } = one
  const isOpen = versions.map(({ hours }) => makeIsOpen(hours))
  const duties: Counted[] = []
  const begin = (kind: Kind): Counted => {
    const duty: Counted = { kind, spent: versions.map(() => 0), ended: null, ran: [] }
    duties.push(duty)
    return duty
  }
  const first = begin('first')
  const solution = begin('solution')
  let next: Counted | null = null
  let [open, snoozed, ours, answered, reopened] = [true, false, true, false, 0]
  let priority = history.priority
  const apply = (event: HistoryEvent, at: number): void => {
    switch (event.what) {
      case 'priority':
        priority = event.priority
        break
      case 'asked':
        snoozed = false
        if (answered && !ours) next = begin('next')
        ours = true
        break
      case 'answered': {
        const duty = answered ? next : first
        if (duty !== null) duty.ended = { at, priority, how: 'met' }
        next = null
        answered = true
        ours = false
        break
      }
      case 'snoozed':
        if (open) snoozed = true
        break
      case 'woken':
        snoozed = false
        break
      case 'closed':
        if (!open) break
        open = false
        snoozed = false
        for (const duty of [first, next])
          if (duty !== null && duty.ended === null) duty.ended = { at, priority, how: 'dropped' }
        solution.ended = { at, priority, how: 'met' }
        break
      case 'reopened':
        if (open) break
        open = true
        reopened += 1
        solution.ended = null
        for (const duty of [first, next]) if (duty?.ended?.how === 'dropped') duty.ended = null
    }
  }
  const runs = (duty: Counted): boolean => open && ours && !snoozed && duty.ended === null
  const start = history.events[0]?.at ?? now
  const pending = [...history.events]
  // Spent time is counted from the start by the hours of each version.
  for (let at = start; at < now; at += grid) {
    while (pending[0] !== undefined && pending[0].at <= at) {
      const event = pending.shift()
      if (event !== undefined) apply(event, at)
    }
    const open_by = isOpen.map((ask) => ask(at))
    for (const duty of duties) {
      if (!runs(duty)) continue
      duty.ran.push(at)
      for (const [index, is] of open_by.entries()) if (is) duty.spent[index] = (duty.spent[index] ?? 0) + grid
    }
  }
  for (const event of pending) apply(event, Math.max(now, event.at))
  const verdict = (duty: Counted): Verdict => {
    const at = duty.ended?.at ?? now
    const index = versionAt(one, at)
    const spent = duty.spent[index] ?? 0
    const target = targetOf(one, duty.kind, index, at, duty.ended?.priority ?? priority)
    if (duty.ended !== null) {
      const kept = target === null ? 'done' : spent <= target ? 'kept' : 'missed'
      return { state: duty.ended.how === 'dropped' ? 'dropped' : kept, spent, target }
    }
    if (!runs(duty) || target === null)
      return { state: runs(duty) ? 'running' : 'paused', spent, target, due_at: null, late_at: null }
    return { state: 'running', spent, target, ...lookAt(one, duty, target, isOpen[index]) }
  }
  const nexts = duties.filter(({ kind }) => kind === 'next').map(verdict)
  return {
    first: verdict(first),
    solution: verdict(solution),
    next: nexts.at(-1) ?? null,
    next_kept: nexts.filter(({ state }) => state === 'kept').length,
    next_missed: nexts.filter(({ state }) => state === 'missed').length,
    reopened,
  }
}
