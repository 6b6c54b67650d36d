import type { TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { Target, Version } from './levels.rules.ts'
import { addVersion, findMembers, listVersionRows, lockVersions, type VersionRow } from './levels.sql.ts'
import { type Calendar, DEFAULT_ZONE, makeCalendar } from './working-time.ts'

/** Calendars that a server keeps; each knows the weeks it was asked about. */
const CALENDARS_KEPT = 500

/** What a business begins with: no target, and the hours of its settings. */
const FIRST = { targets: [], shifts: [{ zone: DEFAULT_ZONE, week: null }] }

const calendars = new Map<string, Calendar>()

const calendarOf = ({ shifts, usual_week, days_off }: VersionRow): Calendar => {
  // By what it says: a process may serve more than one database, and versions often differ in their targets only.
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

/** The targets with whoever was in their groups by name. One of groups in which nobody is fits no ticket. */
const targetsOf = ({ targets, group_members }: VersionRow): Target[] => {
  const members = new Map(group_members ?? [])
  return targets.flatMap(({ restaurant_groups = [], ...target }) => {
    const ids = [...target.restaurant_ids, ...restaurant_groups.flatMap((group) => members.get(group) ?? [])]
    return restaurant_groups.length > 0 && ids.length === 0 ? [] : [{ ...target, restaurant_ids: ids }]
  })
}

/** The versions as the rule reads them. */
export const versionsOf = (rows: readonly VersionRow[]): Version[] =>
  rows.map((row) => ({
    valid_from: row.valid_from.getTime(),
    targets: targetsOf(row),
    calendar: calendarOf(row),
  }))

/**
 * The versions of a business, the last of them with what its settings say now, and who is in the groups that its targets
 * name: where any of it has been changed, a new version begins. `change` replaces targets and shifts.
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
