import { z } from 'zod'
import { ListedName } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { Id, isStorable, PathId, Time } from '../fields/fields.ts'
import { SEARCH_MAX } from '../fields/limits.ts'
import { Timezone } from '../fields/timezone.ts'
import { LongPageSize } from '../page.ts'
import { DESK_FIELD } from './field-texts.ts'
import { TableImport } from './imports.ts'
import { Ok } from './knowledge-shapes.ts'

const RestaurantPath = z.object({ restaurantId: PathId })

export const AdminRestaurant = z.object({
  id: Id,
  name: z.string(),
  timezone: z.string(),
  /** The time zone for people, with its current offset: «Ташкент, UTC+5». */
  timezone_name: z.string(),
  /** "10:00-23:00" for each weekday from Monday, "" for a day off; null: not set. */
  hours: z.array(z.string()).length(7).nullable(),
  archived_at: Time.nullable(),
  people: z.number().int(),
  city: z.string().nullable(),
  chain: z.string().nullable(),
  /** The business's own groupings of restaurants: a district, a type, a partner. */
  groups: z.array(z.string()),
})
export type AdminRestaurant = z.infer<typeof AdminRestaurant>

export const Hours = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00))?$/, {
    error: ({ input }) => DESK_FIELD.hours(String(input)),
  })

/** A city, a chain or a group of restaurants. */
const RestaurantWord = ListedName

export const RestaurantFacts = z.object({
  name: ListedName,
  timezone: Timezone.default('Asia/Tashkent'),
  hours: z.array(Hours).length(7).nullable().default(null),
  /** Optional fields that are not sent stay unchanged. */
  city: RestaurantWord.nullable().optional(),
  chain: RestaurantWord.nullable().optional(),
  groups: z.array(RestaurantWord).max(20).optional(),
})

/** The values that the form was opened with. Stored values may be older than today's validation rules. */
const SeenRestaurant = AdminRestaurant.pick({
  name: true,
  timezone: true,
  hours: true,
  city: true,
  chain: true,
  groups: true,
})

/** A restaurant without a ticket for this many days is quiet. */
export const QUIET_DAYS = 30

export const findRestaurants = endpoint({
  name: 'findRestaurants',
  summary:
    'Рестораны по названию, страницами: поиск, город, бренд, группа, без сотрудников, без тикетов 30 дней',
  method: 'GET',
  path: 'desk/admin/restaurants_list/',
  auth: 'manager',
  query: z.object({
    search: z.string().max(SEARCH_MAX).optional(),
    city: z.string().max(100).refine(isStorable).optional(),
    chain: z.string().max(100).refine(isStorable).optional(),
    group: z.string().max(100).refine(isStorable).optional(),
    only: z.enum(['no_people', 'quiet', 'archived']).optional(),
    /** The `next` of the previous page. */
    after: z.string().max(1000).optional(),
    page_size: LongPageSize,
  }),
  answer: z.object({
    results: z.array(AdminRestaurant.extend({ last_ticket_at: Time.nullable() })),
    next: z.string().nullable(),
    total: z.number().int(),
    cities: z.array(z.string()),
    chains: z.array(z.string()),
    groups: z.array(z.string()),
  }),
  refusals: [],
})

export const groupRestaurants = endpoint({
  name: 'groupRestaurants',
  summary: 'Добавить рестораны в группы и убрать из них, многие сразу',
  method: 'POST',
  path: 'desk/admin/restaurants_groups/',
  auth: 'admin',
  body: z.object({
    ids: z.array(PathId).min(1).max(2000),
    add: z.array(RestaurantWord).max(20).default([]),
    remove: z.array(RestaurantWord).max(20).default([]),
  }),
  answer: Ok.extend({ changed: z.number().int() }),
  refusals: ['not_found'],
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

export const listTimezones = endpoint({
  name: 'listTimezones',
  summary: 'Часовые пояса по-русски, со сдвигом от UTC сейчас',
  method: 'GET',
  path: 'desk/admin/timezones/',
  auth: 'admin',
  compressed: true,
  answer: z.object({ timezones: z.array(z.object({ id: z.string(), name: z.string() })) }),
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
  refusals: ['name_taken', 'limit_reached', 'idempotency_conflict'],
  creates: true,
})

export const changeRestaurant = endpoint({
  name: 'changeRestaurant',
  summary: 'Название, часовой пояс и часы работы ресторана',
  method: 'POST',
  path: 'desk/admin/restaurants/:restaurantId/',
  auth: 'admin',
  params: RestaurantPath,
  body: RestaurantFacts.extend({
    /** The save is refused if someone else changed these values since. */
    was: SeenRestaurant.optional(),
  }),
  answer: Ok,
  refusals: ['not_found', 'name_taken', 'changed_meanwhile'],
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
  refusals: ['not_found', 'name_taken', 'limit_reached'],
})

export const importRestaurants = endpoint({
  name: 'importRestaurants',
  summary:
    'Рестораны из CSV или XLSX: dry_run говорит, что будет с каждой строкой, без него они вносятся все сразу',
  method: 'POST',
  path: 'desk/admin/restaurants/import/',
  auth: 'admin',
  form: z.object({ dry_run: z.enum(['true', 'false']).default('true') }),
  files: { field: 'file', kind: 'table' },
  answer: TableImport,
  refusals: [],
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
  summary: 'Модули и платёжные системы по порядку',
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
          name: ListedName,
          archived: z.boolean().default(false),
        }),
      )
      .max(200),
  }),
  answer: z.object({ topics: z.array(HandbookTopic), revision: z.string() }),
  refusals: ['not_found', 'stale_draft', 'name_taken'],
})

/** The next steps of a new owner; each is done or not according to the actual data. */
export const getNextSteps = endpoint({
  name: 'getNextSteps',
  summary: 'Что осталось сделать новому владельцу',
  method: 'GET',
  path: 'desk/admin/next-steps/',
  auth: 'admin',
  answer: z.object({
    steps: z.array(
      z.object({
        step: z.enum(['people', 'restaurants', 'support', 'knowledge', 'delivery', 'install', 'both']),
        done: z.boolean(),
      }),
    ),
    /** Whether the list is hidden. */
    is_away: z.boolean(),
    /** A restaurant where the owner is staff too, and can see the staff app. */
    cook_at: Id.nullable(),
    /** Whether the installation can send e-mail and SMS. */
    mail: z.boolean(),
    sms: z.boolean(),
    /** The base address of links and QR codes. */
    public_url: z.string(),
  }),
  refusals: [],
})
