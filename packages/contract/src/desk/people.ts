import { z } from 'zod'
import { LastName, ListedName } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { Email, FirstName, Id, PathId, Phone, Time } from '../fields/fields.ts'
import { SEARCH_MAX } from '../fields/limits.ts'
import { LongPageSize } from '../page.ts'
import { DESK_ROLES } from '../roles.ts'
import { DESK_FIELD } from './field-texts.ts'
import { Ok } from './knowledge-shapes.ts'

const PersonPath = z.object({ personId: PathId })

export const PersonState = z.enum(['invited', 'active', 'disabled'])
export type PersonState = z.infer<typeof PersonState>

export const MemberRole = z.enum(['staff', 'manager'])
export const DeskRoleName = z.enum(DESK_ROLES)

const Membership = z.object({ id: Id, name: z.string(), role: MemberRole })

export const AdminPerson = z.object({
  id: Id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  state: PersonState,
  restaurants: z.array(Membership),
  desk_roles: z.array(DeskRoleName),
  created_at: Time,
  /** The last activity of any of their sessions. */
  seen_at: Time.nullable(),
  /** Whether they sign in with a second step. */
  second_step: z.boolean(),
  /** Whether the caller may change their roles and restaurants: not their own, nor those of a person above them. */
  mine: z.boolean(),
  /** Whether the caller may act on the whole account: none of its access is beyond the caller's rights. */
  account_mine: z.boolean(),
})
export type AdminPerson = z.infer<typeof AdminPerson>

/** The complete restaurants and desk roles of a person: what is not listed is removed. */
export const PersonAccess = z.object({
  restaurants: z.array(z.object({ id: PathId, role: MemberRole.default('staff') })).max(500),
  desk_roles: z.array(DeskRoleName).max(DESK_ROLES.length).default([]),
})

/** A person to add. An e-mail, a phone or both are required to sign in. */
export const NewPerson = PersonAccess.extend({
  first_name: FirstName,
  last_name: LastName,
  email: z
    .union([z.literal('').transform(() => null), Email])
    .nullable()
    .default(null),
  phone: z
    .union([z.literal('').transform(() => null), Phone])
    .nullable()
    .default(null),
  /** How the invitation is sent; a link is always returned. */
  send: z.enum(['email', 'sms', 'link']).default('link'),
}).refine((person) => person.email !== null || person.phone !== null, {
  path: ['email'],
  error: DESK_FIELD.some_address,
})

const Invited = z.object({
  id: Id,
  /** Opens the invitation; shown once. */
  link: z.string(),
  expires_at: Time,
  /** False if e-mail or SMS is not set up or was not requested: the link must then be handed over by the caller. */
  sent: z.boolean(),
})

const PeopleFilter = z.object({
  search: z.string().max(SEARCH_MAX).optional(),
  restaurant: PathId.optional(),
  /** People who work in a restaurant that is currently in the group. */
  restaurant_group: ListedName.optional(),
  role: z.enum(['staff', 'manager', ...DESK_ROLES]).optional(),
  state: PersonState.optional(),
})

export const listPeople = endpoint({
  name: 'listPeople',
  summary: 'Сотрудники по имени; дальше — со следующего ключа',
  method: 'GET',
  path: 'desk/admin/people/',
  auth: 'manager',
  query: PeopleFilter.extend({
    /** The `next` of the previous page. */
    after: z.string().max(400).optional(),
    page_size: LongPageSize,
  }),
  answer: z.object({ results: z.array(AdminPerson), next: z.string().nullable() }),
  refusals: ['not_found'],
})

/** The maximum count: a larger exact number is of no use, and counting would read all rows. */
export const COUNTED_PEOPLE = 10_000

export const countPeople = endpoint({
  name: 'countPeople',
  summary: 'Сколько сотрудников в списке; с is_more их больше',
  method: 'GET',
  path: 'desk/admin/people_count/',
  auth: 'manager',
  query: PeopleFilter,
  answer: z.object({ total: z.number().int(), is_more: z.boolean() }),
  refusals: ['not_found'],
})

export const getInviteWays = endpoint({
  name: 'getInviteWays',
  summary: 'Как приглашение может дойти и сколько дней живёт его ссылка',
  method: 'GET',
  path: 'desk/admin/invite_ways/',
  auth: 'manager',
  /** `email` and `sms` are false if the installation cannot send them. */
  answer: z.object({ email: z.boolean(), sms: z.boolean(), days: z.number().int() }),
  refusals: [],
})

export const getAdminPerson = endpoint({
  name: 'getAdminPerson',
  summary: 'Сотрудник и где он вошёл',
  method: 'GET',
  path: 'desk/admin/people/:personId/',
  auth: 'manager',
  params: PersonPath,
  answer: AdminPerson.extend({
    sessions: z.array(
      z.object({ created_at: Time, seen_at: Time, device: z.string().nullable(), ip: z.string().nullable() }),
    ),
  }),
  refusals: ['not_found'],
})

export const invitePerson = endpoint({
  name: 'invitePerson',
  summary: 'Пригласить сотрудника',
  method: 'POST',
  path: 'desk/admin/people/',
  auth: 'manager',
  confirmed: 'sometimes',
  body: NewPerson,
  answer: Invited,
  refusals: ['not_found', 'address_taken', 'above_you', 'limit_reached', 'idempotency_conflict'],
  creates: true,
  has_secret: true,
})

export const inviteAgain = endpoint({
  name: 'inviteAgain',
  summary: 'Новая ссылка: приглашение, а тому, кто уже вошёл, — новый пароль; прежняя перестаёт действовать',
  method: 'POST',
  path: 'desk/admin/people/:personId/link/',
  auth: 'manager',
  confirmed: 'sometimes',
  params: PersonPath,
  body: z.object({ send: z.enum(['email', 'sms', 'link']).default('link') }),
  answer: Invited,
  refusals: ['not_found', 'above_you', 'person_disabled', 'idempotency_conflict'],
  creates: true,
  has_secret: true,
})

export const inviteMany = endpoint({
  name: 'inviteMany',
  summary: 'Новые приглашения всем выбранным, кто ещё не входил; прежние ссылки перестают действовать',
  method: 'POST',
  path: 'desk/admin/people/links/',
  auth: 'manager',
  confirmed: 'sometimes',
  body: z.object({
    ids: z.array(PathId).min(1).max(500),
    send: z.enum(['email', 'sms', 'link']).default('link'),
  }),
  answer: z.object({
    results: z.array(
      Invited.extend({
        name: z.string(),
        /** Their sign-in name. */
        login: z.string(),
        /** The first restaurant by name; null: only the desk. */
        restaurant: z.string().nullable(),
      }),
    ),
    /** The number of chosen people who have already signed in or are disabled. */
    skipped: z.number().int(),
  }),
  refusals: ['not_found', 'above_you', 'idempotency_conflict'],
  creates: true,
  has_secret: true,
})

export const setPersonAccess = endpoint({
  name: 'setPersonAccess',
  summary: 'Рестораны и роли сотрудника',
  method: 'POST',
  path: 'desk/admin/people/:personId/access/',
  auth: 'manager',
  confirmed: 'always',
  params: PersonPath,
  body: PersonAccess.extend({
    /** The values that the form was opened with; the save is refused if someone else changed them since. */
    was: PersonAccess.optional(),
  }),
  answer: AdminPerson,
  refusals: ['not_found', 'above_you', 'last_admin', 'changed_meanwhile'],
})

export const addToRestaurants = endpoint({
  name: 'addToRestaurants',
  summary: 'Рестораны и роли многих сотрудников сразу: что добавить и что убрать',
  method: 'POST',
  path: 'desk/admin/people/restaurants/',
  auth: 'manager',
  confirmed: 'always',
  body: z.object({
    ids: z.array(PathId).min(1).max(500),
    add: z.array(PathId).max(100).default([]),
    /** Their role in the restaurants of `add`; `staff` does not demote a manager. */
    role: MemberRole.default('staff'),
    remove: z.array(PathId).max(100).default([]),
    desk_add: z.array(DeskRoleName).max(DESK_ROLES.length).default([]),
    desk_remove: z.array(DeskRoleName).max(DESK_ROLES.length).default([]),
  }),
  answer: Ok.extend({ changed: z.number().int() }),
  refusals: ['not_found', 'above_you', 'last_admin'],
})

export const disablePerson = endpoint({
  name: 'disablePerson',
  summary: 'Отключить: сессии, потоки и ссылки заканчиваются, написанное остаётся',
  method: 'POST',
  path: 'desk/admin/people/:personId/disable/',
  auth: 'manager',
  params: PersonPath,
  answer: Ok,
  refusals: ['not_found', 'above_you', 'last_admin'],
})

export const enablePerson = endpoint({
  name: 'enablePerson',
  summary: 'Вернуть отключённого сотрудника',
  method: 'POST',
  path: 'desk/admin/people/:personId/enable/',
  auth: 'manager',
  params: PersonPath,
  answer: Ok,
  refusals: ['not_found', 'above_you', 'limit_reached'],
})

export const resetSecondStep = endpoint({
  name: 'resetSecondStep',
  summary: 'Сбросить второй шаг тому, кто потерял телефон: его сессии заканчиваются',
  method: 'POST',
  path: 'desk/admin/people/:personId/second-step/reset/',
  auth: 'admin',
  confirmed: 'always',
  params: PersonPath,
  answer: Ok,
  refusals: ['not_found', 'above_you'],
})
