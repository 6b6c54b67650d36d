import { z } from 'zod'
import { LastName, PlaceName } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../field-texts.ts'
import { Email, FirstName, Id, PathId, Phone, Time } from '../fields.ts'
import { SEARCH_MAX } from '../limits.ts'
import { DESK_ROLES } from '../roles.ts'

const Ok = z.object({ ok: z.boolean() })
const PersonPath = z.object({ personId: PathId })
const RestaurantPath = z.object({ restaurantId: PathId })

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
  /** The newest sign of life of any of their sessions. */
  seen_at: Time.nullable(),
  /** Whether whoever asks may act on this person: nobody acts on themselves or on somebody above them. */
  mine: z.boolean(),
})
export type AdminPerson = z.infer<typeof AdminPerson>

/** Where a person works and what they do at the desk, whole: what is not named is taken away. */
export const PersonAccess = z.object({
  restaurants: z.array(z.object({ id: PathId, role: MemberRole.default('staff') })).max(500),
  desk_roles: z.array(DeskRoleName).max(DESK_ROLES.length).default([]),
})

/** One person to be added. An address is needed to sign in: an e-mail, a phone or both. */
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
  /** How the invitation goes out; a link comes back in every case. */
  send: z.enum(['email', 'sms', 'link']).default('link'),
}).refine((person) => person.email !== null || person.phone !== null, {
  path: ['email'],
  error: FIELD.some_address,
})

const Invited = z.object({
  id: Id,
  /** Opens the invitation; shown once. */
  link: z.string(),
  expires_at: Time,
  /** False where no mail or SMS is set up, or it was not asked for: then the link must be handed over. */
  sent: z.boolean(),
})

export const listPeople = endpoint({
  name: 'listPeople',
  summary: 'Сотрудники по имени; дальше — со следующего ключа',
  method: 'GET',
  path: 'desk/admin/people/',
  auth: 'manager',
  query: z.object({
    search: z.string().max(SEARCH_MAX).optional(),
    restaurant: PathId.optional(),
    role: z.enum(['staff', 'manager', ...DESK_ROLES]).optional(),
    state: PersonState.optional(),
    /** The `next` of the page before. */
    after: z.string().max(400).optional(),
    page_size: z
      .string()
      .regex(/^(?:[1-9][0-9]?|100)$/)
      .transform(Number)
      .default(50),
  }),
  answer: z.object({ results: z.array(AdminPerson), next: z.string().nullable() }),
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
  body: NewPerson,
  answer: Invited,
  refusals: ['not_found', 'address_taken', 'above_you', 'idempotency_conflict'],
  creates: true,
})

export const inviteAgain = endpoint({
  name: 'inviteAgain',
  summary: 'Новая ссылка: приглашение, а тому, кто уже вошёл, — новый пароль; прежняя перестаёт действовать',
  method: 'POST',
  path: 'desk/admin/people/:personId/link/',
  auth: 'manager',
  params: PersonPath,
  body: z.object({ send: z.enum(['email', 'sms', 'link']).default('link') }),
  answer: Invited,
  refusals: ['not_found', 'above_you', 'person_disabled', 'idempotency_conflict'],
  creates: true,
})

export const setPersonAccess = endpoint({
  name: 'setPersonAccess',
  summary: 'Рестораны и роли сотрудника',
  method: 'POST',
  path: 'desk/admin/people/:personId/access/',
  auth: 'manager',
  params: PersonPath,
  body: PersonAccess,
  answer: AdminPerson,
  refusals: ['not_found', 'above_you', 'last_admin'],
})

export const addToRestaurants = endpoint({
  name: 'addToRestaurants',
  summary: 'Добавить многих сотрудников в рестораны или убрать из них',
  method: 'POST',
  path: 'desk/admin/people/restaurants/',
  auth: 'manager',
  body: z.object({
    ids: z.array(PathId).min(1).max(500),
    add: z.array(PathId).max(100).default([]),
    remove: z.array(PathId).max(100).default([]),
  }),
  answer: Ok.extend({ changed: z.number().int() }),
  refusals: ['not_found', 'above_you'],
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
  refusals: ['not_found', 'above_you'],
})

export const AdminRestaurant = z.object({
  id: Id,
  name: z.string(),
  timezone: z.string(),
  /** "10:00-23:00" for each weekday from Monday, "" for a day off; null: never said. */
  hours: z.array(z.string()).length(7).nullable(),
  archived_at: Time.nullable(),
  people: z.number().int(),
})
export type AdminRestaurant = z.infer<typeof AdminRestaurant>

const Timezone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      new Intl.DateTimeFormat('ru', { timeZone: zone })
      return true
    } catch {
      return false
    }
  }, FIELD.bad_value)
const Hours = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-4]):[0-5]\d)?$/, FIELD.hours)

export const RestaurantFacts = z.object({
  name: PlaceName,
  timezone: Timezone.default('Asia/Tashkent'),
  hours: z.array(Hours).length(7).nullable().default(null),
})

export const listAdminRestaurants = endpoint({
  name: 'listAdminRestaurants',
  summary: 'Рестораны бизнеса, и в архиве тоже',
  method: 'GET',
  path: 'desk/admin/restaurants/',
  auth: 'manager',
  answer: z.object({ restaurants: z.array(AdminRestaurant) }),
  refusals: [],
})

export const addRestaurant = endpoint({
  name: 'addRestaurant',
  summary: 'Новый ресторан',
  method: 'POST',
  path: 'desk/admin/restaurants/',
  auth: 'admin',
  body: RestaurantFacts,
  answer: z.object({ id: Id }),
  refusals: ['name_taken', 'idempotency_conflict'],
  creates: true,
})

export const changeRestaurant = endpoint({
  name: 'changeRestaurant',
  summary: 'Название, часовой пояс и часы работы ресторана',
  method: 'POST',
  path: 'desk/admin/restaurants/:restaurantId/',
  auth: 'admin',
  params: RestaurantPath,
  body: RestaurantFacts,
  answer: Ok,
  refusals: ['not_found', 'name_taken'],
})

export const archiveRestaurant = endpoint({
  name: 'archiveRestaurant',
  summary: 'В архив: войти в ресторан нельзя, тикеты поддержка читает',
  method: 'POST',
  path: 'desk/admin/restaurants/:restaurantId/archive/',
  auth: 'admin',
  params: RestaurantPath,
  answer: Ok,
  refusals: ['not_found', 'last_restaurant'],
})

export const restoreRestaurant = endpoint({
  name: 'restoreRestaurant',
  summary: 'Вернуть ресторан из архива',
  method: 'POST',
  path: 'desk/admin/restaurants/:restaurantId/restore/',
  auth: 'admin',
  params: RestaurantPath,
  answer: Ok,
  refusals: ['not_found'],
})

export const TopicKind = z.enum(['module', 'payment'])
export const HandbookTopic = z.object({
  kind: TopicKind,
  key: z.string(),
  name: z.string(),
  archived: z.boolean(),
})
export type HandbookTopic = z.infer<typeof HandbookTopic>

export const getHandbook = endpoint({
  name: 'getHandbook',
  summary: 'Справочники: модули и платёжные системы по порядку',
  method: 'GET',
  path: 'desk/admin/handbook/',
  auth: 'admin',
  answer: z.object({ topics: z.array(HandbookTopic), revision: z.string() }),
  refusals: [],
})

export const setHandbook = endpoint({
  name: 'setHandbook',
  summary: 'Названия, порядок и архив справочника; ключ не меняется, строка без ключа — новая',
  method: 'POST',
  path: 'desk/admin/handbook/:kind/',
  auth: 'admin',
  params: z.object({ kind: TopicKind }),
  body: z.object({
    revision: z.string().max(100),
    topics: z
      .array(
        z.object({
          key: z
            .string()
            .regex(/^[a-z0-9_]{1,64}$/)
            .nullable(),
          name: PlaceName,
          archived: z.boolean().default(false),
        }),
      )
      .max(200),
  }),
  answer: z.object({ topics: z.array(HandbookTopic), revision: z.string() }),
  refusals: ['not_found', 'stale_draft', 'name_taken'],
})

export const JournalEntry = z.object({
  id: Id,
  at: Time,
  event: z.string(),
  /** What happened, as one Russian line. */
  text: z.string(),
  person: z.string().nullable(),
  subject: z.string().nullable(),
  ip: z.string().nullable(),
  session: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type JournalEntry = z.infer<typeof JournalEntry>

export const listJournal = endpoint({
  name: 'listJournal',
  summary: 'Журнал: кто, что, с какими значениями до и после, откуда; новые первыми',
  method: 'GET',
  path: 'desk/admin/journal/',
  auth: 'admin',
  query: z.object({
    event: z.string().max(64).optional(),
    person: PathId.optional(),
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
    after: PathId.optional(),
    page_size: z
      .string()
      .regex(/^(?:[1-9][0-9]?|100)$/)
      .transform(Number)
      .default(50),
  }),
  answer: z.object({ results: z.array(JournalEntry), next: Id.nullable() }),
  refusals: [],
})

/** What a new owner does next; each is ticked off by what is really there. */
export const getNextSteps = endpoint({
  name: 'getNextSteps',
  summary: 'Что осталось сделать новому владельцу',
  method: 'GET',
  path: 'desk/admin/next-steps/',
  auth: 'admin',
  answer: z.object({
    steps: z.array(
      z.object({
        step: z.enum(['people', 'restaurants', 'knowledge', 'delivery', 'install']),
        done: z.boolean(),
      }),
    ),
    /** Whether letters and messages leave this installation. */
    mail: z.boolean(),
    sms: z.boolean(),
  }),
  refusals: [],
})
