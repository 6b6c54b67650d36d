import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, PathId, Time } from '../fields/fields.ts'
import { cursorPaged } from '../page.ts'
import { Ok } from './knowledge-shapes.ts'

const RestaurantPath = z.object({ restaurantId: PathId })
const RequestPath = z.object({ requestId: PathId })

const Poster = z.object({
  /** The address in the QR code. */
  link: z.string(),
  created_at: Time,
  expires_at: Time,
})

export const getPoster = endpoint({
  name: 'getPoster',
  summary: 'Действующий плакат ресторана',
  method: 'GET',
  path: 'desk/admin/restaurants/:restaurantId/poster/',
  auth: 'manager',
  params: RestaurantPath,
  answer: z.object({
    business: z.string(),
    restaurant: z.string(),
    poster: Poster.nullable(),
    /** Whether the installation can send SMS: without it no phone can be confirmed. */
    sms: z.boolean(),
  }),
  refusals: ['not_found'],
})

export const makePoster = endpoint({
  name: 'makePoster',
  summary: 'Новый плакат ресторана; прежний перестаёт действовать',
  method: 'POST',
  path: 'desk/admin/restaurants/:restaurantId/poster/',
  auth: 'manager',
  params: RestaurantPath,
  answer: Poster,
  refusals: ['not_found'],
})

/** The maximum number of posters printed at once. */
export const POSTERS_MAX = 200

export const makePosters = endpoint({
  name: 'makePosters',
  summary: 'Плакаты многих ресторанов на один лист: у кого действующий есть, тот и остаётся',
  method: 'POST',
  path: 'desk/admin/posters/',
  auth: 'manager',
  body: z.object({ ids: z.array(PathId).min(1).max(POSTERS_MAX) }),
  answer: z.object({
    business: z.string(),
    posters: z.array(Poster.extend({ restaurant: z.object({ id: Id, name: z.string() }) })),
    /** How many posters were created: for restaurants that had none. */
    made: z.number().int(),
  }),
  refusals: ['not_found'],
  compressed: true,
})

export const revokePoster = endpoint({
  name: 'revokePoster',
  summary: 'Отозвать плакат ресторана',
  method: 'POST',
  path: 'desk/admin/restaurants/:restaurantId/poster/revoke/',
  auth: 'manager',
  params: RestaurantPath,
  answer: Ok,
  refusals: ['not_found'],
})

export const JoinRequest = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string().nullable(),
  /** Confirmed by a code. */
  phone: z.string(),
  restaurant: z.object({ id: Id, name: z.string() }),
  confirmed_at: Time,
  /** Whether the phone belongs to a person who is already in the business. */
  is_known: z.boolean(),
})
export type JoinRequest = z.infer<typeof JoinRequest>

export const listJoinRequests = endpoint({
  name: 'listJoinRequests',
  summary: 'Кто ждёт доступа: подтвердил телефон по плакату; давно ждущие первыми',
  method: 'GET',
  path: 'desk/admin/join-requests/',
  auth: 'manager',
  ...cursorPaged(JoinRequest),
  refusals: ['not_found'],
})

export const admitNewcomer = endpoint({
  name: 'admitNewcomer',
  summary: 'Принять: сотрудник этого ресторана',
  method: 'POST',
  path: 'desk/admin/join-requests/:requestId/admit/',
  auth: 'manager',
  params: RequestPath,
  answer: Ok,
  refusals: [
    'not_found',
    'above_you',
    'request_decided',
    'address_taken',
    'person_disabled',
    'limit_reached',
  ],
})

export const refuseNewcomer = endpoint({
  name: 'refuseNewcomer',
  summary: 'Отказать в доступе',
  method: 'POST',
  path: 'desk/admin/join-requests/:requestId/refuse/',
  auth: 'manager',
  params: RequestPath,
  answer: Ok,
  refusals: ['not_found', 'request_decided'],
})
