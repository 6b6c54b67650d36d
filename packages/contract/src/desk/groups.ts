import { z } from 'zod'
import { RestaurantGroups } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, PathId, Text, Time } from '../fields/fields.ts'
import { TITLE_MAX } from '../fields/limits.ts'
import { LIST_LIMITS } from '../fields/list-limits.ts'
import { Timezone } from '../fields/timezone.ts'
import { WholeNumber } from '../fields/whole-number.ts'
import { DayHours } from './service.ts'
import { Agent } from './tickets.ts'

const MEMBERS_MAX = 500
const RESTAURANTS_MAX = 1000
/** The upper bound of `most`. */
const LIMIT_MAX = 1000

/** Agents who are assigned tickets automatically. A ticket goes to the first group that matches it. */
export const Group = z.object({
  /** null: a new group. */
  id: Id.nullable(),
  name: Text(TITLE_MAX),
  restaurant_ids: z.array(Id).max(RESTAURANTS_MAX),
  /** Groups of restaurants, with their current members. A restaurant matches this or `restaurant_ids`. Both empty: any. */
  restaurant_groups: RestaurantGroups.optional(),
  categories: z.array(z.string().regex(/^[a-z0-9_]{1,64}$/, FIELD.bad_value)).max(20),
  member_ids: z.array(Id).max(MEMBERS_MAX),
  /** `turn`: round robin; `load`: the agent with the fewest open tickets. */
  way: z.enum(['turn', 'load']),
  /** An agent with this many open tickets gets no more; null: no limit. */
  most: WholeNumber(1, LIMIT_MAX).nullable(),
})
export type Group = z.infer<typeof Group>
export const Groups = z.object({
  groups: z.array(Group).max(LIST_LIMITS.groups.max, LIST_LIMITS.groups.message),
})
export type Groups = z.infer<typeof Groups>

export const PresenceState = z.enum(['work', 'away', 'off'])
export type PresenceState = z.infer<typeof PresenceState>

const GroupsAnswer = z.object({
  groups: z.array(Group.extend({ id: Id })),
  agents: z.array(Agent.extend({ state: PresenceState })),
  restaurants: z.array(z.object({ id: Id, name: z.string(), groups: z.array(z.string()) })),
  /** The businesses whose groups the caller may request; the first is the default. */
  businesses: z.array(z.object({ id: Id, name: z.string() })).optional(),
  /** The version of the groups; a save based on an older version is refused. */
  version: Id,
})

export const getGroups = endpoint({
  name: 'getGroups',
  summary: 'Группы агентов: кому какие тикеты достаются и кто сейчас на работе',
  method: 'GET',
  path: 'desk/groups/',
  auth: ['admin', 'agent'],
  query: z.object({
    /** One of `businesses`. */
    business: PathId.optional(),
  }),
  answer: GroupsAnswer,
  refusals: ['not_found'],
})

export const setGroups = endpoint({
  name: 'setGroups',
  summary: 'Изменить группы, все вместе',
  method: 'POST',
  path: 'desk/groups/',
  auth: 'admin',
  body: Groups.extend({ version: PathId }),
  answer: GroupsAnswer,
  refusals: ['changed_meanwhile'],
})

/** A person's usual working hours; null: they set their presence by hand. */
const Schedule = z
  .object({ zone: Timezone, week: z.array(DayHours).length(7) })
  .refine(({ week }) => week.some((day) => day !== ''), {
    path: ['week'],
    error: 'Укажите часы хотя бы одного дня',
  })
  .nullable()
export type Schedule = z.infer<typeof Schedule>

const PresenceAnswer = z.object({
  state: PresenceState,
  /** null: never set. */
  since: Time.nullable(),
  schedule: z.object({ zone: z.string(), week: z.array(z.string()) }).nullable(),
})

export const getOwnPresence = endpoint({
  name: 'getOwnPresence',
  summary: 'На работе ли сам агент и по какому расписанию',
  method: 'GET',
  path: 'desk/presence/',
  auth: 'agent',
  answer: PresenceAnswer,
  refusals: [],
})

export const setOwnPresence = endpoint({
  name: 'setOwnPresence',
  summary:
    'Сказать, что на работе, отошёл или не работает; отметка держится до следующей или до начала и конца смены',
  method: 'POST',
  path: 'desk/presence/',
  auth: 'agent',
  body: z.object({ state: PresenceState }),
  answer: PresenceAnswer,
  refusals: [],
})

export const setOwnSchedule = endpoint({
  name: 'setOwnSchedule',
  summary: 'Своё расписание: по нему отметка меняется сама',
  method: 'POST',
  path: 'desk/presence/schedule/',
  auth: 'agent',
  body: z.object({ schedule: Schedule }),
  answer: PresenceAnswer,
  refusals: [],
})
