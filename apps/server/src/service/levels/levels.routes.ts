import * as calls from '@podmoga/contract/desk/service'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type { Db } from '@podmoga/sql/sql'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { LevelOf } from '../../ports/domains/answer-times.ts'
import type { FindTicket } from '../../ports/domains/find-ticket.ts'
import { listRestaurantRows } from '../restaurants.sql.ts'
import { type Duty, type Kind, type Levels, levelsOf, stateOf } from './levels.rules.ts'
import { listCounted, listVersionRows, type NamedTarget, type VersionRow } from './levels.sql.ts'
import { keepVersions, versionsOf } from './versions.ts'
import { isZone } from './working-time.ts'

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const dutyAnswer = (kind: Kind, { state, spent, target, due_at }: Duty): calls.Duty => ({
  kind,
  state,
  spent,
  target,
  due_at: iso(due_at),
  is_late: state === 'missed' || (target !== null && spent > target && state !== 'dropped'),
})

/** Describes a target for the audit journal. */
const describeTarget = ({ name, first_minutes, next_minutes, solution_minutes }: NamedTarget): string =>
  `${name}: ${first_minutes ?? '—'} / ${next_minutes ?? '—'} / ${solution_minutes ?? '—'}`

const describeHours = ({ zone, week }: VersionRow['shifts'][number]): string =>
  `${zone}: ${week === null ? 'как в настройках' : week.map((day) => day || '—').join(' · ')}`

const auditOf = ({ targets, shifts }: Pick<VersionRow, 'targets' | 'shifts'>) => ({
  targets: targets.map(describeTarget),
  hours: shifts.map(describeHours),
})

type TicketOf = { id: string; business_id: string }

/** Returns null in the first seconds of a business, before its first version exists. */
const owedIn = async (db: Db, { id, business_id }: TicketOf, now: number): Promise<Levels | null> => {
  const rows = await listVersionRows(db, business_id)
  const [counted] = await listCounted(db, [id])
  return counted === undefined || rows.length === 0 ? null : levelsOf(counted.history, versionsOf(rows), now)
}

/** Returns the deadlines of a ticket for its API answer. The caller must have checked access to the ticket. */
export const makeLevelOf =
  ({ sql, clock }: Deps): LevelOf =>
  async (ticket) => {
    const now = clock.now().getTime()
    const owed = await owedIn(sql, ticket, now)
    return {
      first_answer_due: iso(owed?.first.due_at ?? null),
      next_answer_due: iso(owed?.next?.due_at ?? null),
      solution_due: iso(owed?.solution.due_at ?? null),
      state: owed === null ? 'ok' : stateOf(owed, now),
    }
  }

interface LevelParts {
  /** Recounts the clocks of a business. */
  handleEvents: (business_id: string) => void
  findTicket: FindTicket
}

/** Routes of service levels: an administrator sets targets, an agent reads the clock of a ticket. */
export const levelRoutes = (on: On, deps: Deps, { handleEvents, findTicket }: LevelParts): void => {
  const { sql, clock } = deps

  const answerOf = async (business_id: string) => {
    const rows = await sql.begin((tx) => keepVersions(tx, deps, business_id))
    const last = rows.at(-1)
    if (last === undefined) throw new Error(`business ${business_id} has no hours`)
    const { id, targets, shifts, usual_week, days_off } = last
    return {
      version: id,
      targets,
      shifts: shifts.map(({ zone, week }) => ({
        zone,
        week: week === null ? null : [...week],
        is_zone_known: isZone(zone),
      })),
      usual_week,
      days_off,
      restaurants: await listRestaurantRows(sql, business_id),
    }
  }

  on(calls.getServiceLevels, ({ who }) => answerOf(who.business_id))

  on(calls.setServiceLevels, async ({ who, body, request }) => {
    const { business_id } = who
    const { version, targets, shifts } = body
    const own = new Set((await listRestaurantRows(sql, business_id)).map(({ id }) => id))
    for (const [at, { category, restaurant_ids }] of targets.entries()) {
      if (category !== null && !APPEAL_TYPES.some(({ key }) => key === category))
        throw refuse('invalid', { fields: { [`targets ${at} category`]: FIELD.bad_value } })
      if (restaurant_ids.some((id) => !own.has(id)))
        throw refuse('invalid', { fields: { [`targets ${at} restaurant_ids`]: FIELD.bad_value } })
    }
    await sql.begin(async (tx) => {
      const before = (await keepVersions(tx, deps, business_id)).at(-1)
      const after = await keepVersions(tx, deps, business_id, { targets, shifts })
      // Checked under the lock: of two who edit the same version, the second gets an error.
      if (before?.id !== version || after.at(-2)?.id !== version)
        throw refuse('stale_draft', { message: 'Сроки уже изменил кто-то другой.' })
      await writeAudit(tx, {
        at: clock.now(),
        event: 'service_levels_changed',
        person_id: who.person_id,
        session_id: who.session_id,
        business_id,
        ip: request.ip,
        request_id: request.id,
        before: auditOf(before),
        after: auditOf({ targets, shifts }),
      })
    })
    handleEvents(business_id)
    return answerOf(business_id)
  })

  on(calls.getTicketClock, async ({ who, params }) => {
    const ticket = await findTicket(sql, {
      business_ids: who.business_ids,
      ticket_id: rowId(params.ticketId),
    })
    if (ticket === undefined) throw refuse('not_found')
    const now = clock.now().getTime()
    const at = new Date(now).toISOString()
    const owed = await owedIn(sql, ticket, now)
    if (owed === null) return { duties: [], at }
    const { first, next, solution } = owed
    return {
      at,
      duties: [
        dutyAnswer('first', first),
        ...(next === null ? [] : [dutyAnswer('next', next)]),
        dutyAnswer('solution', solution),
      ],
    }
  })
}
