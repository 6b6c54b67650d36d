import type { TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { Target, Version } from './levels.rules.ts'
import { addVersion, findMembers, listVersionRows, lockVersions, type VersionRow } from './levels.sql.ts'
import { type Calendar, DEFAULT_ZONE, makeCalendar } from './working-time.ts'

/** Maximum number of cached calendars; each caches the weeks that it has computed. */
const CALENDARS_KEPT = 500

/** Initial version of a business: no targets, and the hours of its settings. */
const FIRST = { targets: [], shifts: [{ zone: DEFAULT_ZONE, week: null }] }

const calendars = new Map<string, Calendar>()

const calendarOf = ({ shifts, usual_week, days_off }: VersionRow): Calendar => {
  // Keyed by content, not by id: a process may serve more than one database, and versions often differ in targets only.
  const key = JSON.stringify([shifts, usual_week, days_off])
  const known = calendars.get(key)
  if (known !== undefined) return known
  const made = makeCalendar({
    shifts: shifts.map(({ zone, week }) => ({ zone, week: week ?? usual_week })),
    days_off,
  })
  if (calendars.size >= CALENDARS_KEPT) calendars.clear()
  calendars.set(key, made)
  return made
}

/** Resolves the restaurant groups of targets to restaurants. A target whose groups are all empty is left out. */
const targetsOf = ({ targets, group_members }: VersionRow): Target[] => {
  const members = new Map(group_members ?? [])
  return targets.flatMap(({ restaurant_groups = [], ...target }) => {
    const ids = [...target.restaurant_ids, ...restaurant_groups.flatMap((group) => members.get(group) ?? [])]
    return restaurant_groups.length > 0 && ids.length === 0 ? [] : [{ ...target, restaurant_ids: ids }]
  })
}

/** Converts rows to the versions that levels.rules.ts takes. */
export const versionsOf = (rows: readonly VersionRow[]): Version[] =>
  rows.map((row) => ({
    valid_from: row.valid_from.getTime(),
    targets: targetsOf(row),
    calendar: calendarOf(row),
  }))

/**
 * Returns the versions of a business. Adds a new one first if the hours of its settings or the members of its targets'
 * restaurant groups have changed since the last. `change` replaces targets and shifts.
 */
export const keepVersions = async (
  tx: TransactionSql,
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  business_id: string,
  change?: Pick<VersionRow, 'targets' | 'shifts'>,
): Promise<VersionRow[]> => {
  const { working_hours: usual_week, holidays: days_off } = settings.pageOf(business_id)
  const isCurrent = async (row: VersionRow | undefined): Promise<boolean> => {
    if (row === undefined || change !== undefined) return false
    const members = await findMembers(tx, business_id, row.targets)
    const was = [row.usual_week, row.days_off, row.group_members]
    return JSON.stringify(was) === JSON.stringify([usual_week, days_off, members])
  }
  const rows = await listVersionRows(tx, business_id)
  if (await isCurrent(rows.at(-1))) return rows
  await lockVersions(tx, business_id)
  const last = (await listVersionRows(tx, business_id)).at(-1)
  if (!(await isCurrent(last))) {
    const { targets, shifts } = change ?? last ?? FIRST
    await addVersion(tx, business_id, {
      valid_from: clock.now(),
      targets: [...targets],
      shifts: [...shifts],
      usual_week,
      days_off,
      group_members: await findMembers(tx, business_id, targets),
    })
  }
  return listVersionRows(tx, business_id)
}
