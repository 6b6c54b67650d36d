import * as calls from '@podmoga/contract/desk/groups'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { businessOf, type DeskMember, type PeopleManager, readingOf } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { listRestaurantRows } from '../restaurants.sql.ts'
import {
  findPresence,
  findVersion,
  type GroupRow,
  listAgentRows,
  listBusinessRows,
  listGroupRows,
  lockVersion,
  replaceGroups,
  writeSchedule,
  writeState,
} from './groups.sql.ts'

/** Describes a group for the audit journal. */
const describeGroup = ({ name, member_ids, way, most }: calls.Group): string =>
  `${name}: ${member_ids.length} чел., ${way === 'turn' ? 'по очереди' : 'у кого меньше'}${most === null ? '' : `, до ${most}`}`

/** Throws if a group refers to something that the business does not have. */
const check = (
  groups: readonly calls.Group[],
  known: { groups: readonly GroupRow[]; agents: ReadonlySet<string>; restaurants: ReadonlySet<string> },
): void => {
  for (const [at, { id, restaurant_ids, categories, member_ids }] of groups.entries()) {
    const wrong =
      id !== null && !known.groups.some((one) => one.id === id)
        ? 'name'
        : restaurant_ids.some((one) => !known.restaurants.has(one))
          ? 'restaurant_ids'
          : categories.some((one) => !APPEAL_TYPES.some(({ key }) => key === one))
            ? 'categories'
            : member_ids.some((one) => !known.agents.has(one))
              ? 'member_ids'
              : null
    if (wrong !== null) throw refuse('invalid', { fields: { [`groups ${at} ${wrong}`]: FIELD.bad_value } })
  }
}

/** Routes of agent groups, edited by an administrator, and of each agent's own presence and schedule. */
export const groupRoutes = (on: On, { sql, clock, background }: Deps): void => {
  const answerOf = async (who: DeskMember | PeopleManager, business_id: string) => ({
    groups: await listGroupRows(sql, business_id),
    agents: await listAgentRows(sql, business_id),
    restaurants: await listRestaurantRows(sql, business_id),
    businesses: await listBusinessRows(sql, { ...readingOf(who), first: businessOf(who) }),
    version: await findVersion(sql, business_id),
  })
  on(calls.getGroups, ({ who, query: { business = businessOf(who) } }) => {
    if (!readingOf(who).business_ids.includes(business)) throw refuse('not_found')
    return answerOf(who, business)
  })

  on(calls.setGroups, async ({ who, body, request }) => {
    const { business_id } = who
    await sql.begin(async (tx) => {
      if ((await lockVersion(tx, business_id)) !== body.version) throw refuse('changed_meanwhile')
      const before = await listGroupRows(tx, business_id)
      check(body.groups, {
        groups: before,
        agents: new Set((await listAgentRows(tx, business_id)).map(({ id }) => id)),
        restaurants: new Set((await listRestaurantRows(tx, business_id)).map(({ id }) => id)),
      })
      await replaceGroups(tx, business_id, body.groups)
      await writeAudit(tx, {
        at: clock.now(),
        event: 'groups_changed',
        person_id: who.person_id,
        session_id: who.session_id,
        business_id,
        ip: request.ip,
        request_id: request.id,
        before: { groups: before.map(describeGroup) },
        after: { groups: body.groups.map(describeGroup) },
      })
    })
    background.wake('agent groups')
    return answerOf(who, business_id)
  })

  const presenceAnswer = async (person_id: string) => {
    const row = await findPresence(sql, person_id)
    if (row === undefined) return { state: 'off' as const, since: null, schedule: null }
    const { state, since, zone, week } = row
    return {
      state,
      since: since.toISOString(),
      schedule: zone === null || week === null ? null : { zone, week },
    }
  }
  on(calls.getOwnPresence, ({ who }) => presenceAnswer(who.person_id))

  on(calls.setOwnPresence, async ({ who, body }) => {
    await writeState(sql, { person_id: who.person_id, state: body.state, now: clock.now() })
    background.wake('agent groups')
    return presenceAnswer(who.person_id)
  })

  on(calls.setOwnSchedule, async ({ who, body: { schedule } }) => {
    const { zone, week } = schedule ?? { zone: null, week: null }
    await writeSchedule(sql, { person_id: who.person_id, zone, week, now: clock.now() })
    background.wake('agent groups')
    return presenceAnswer(who.person_id)
  })
}
