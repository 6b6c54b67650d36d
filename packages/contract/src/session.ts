import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { Id, isStorable } from './fields/fields.ts'
import { LOGIN_MAX } from './fields/limits.ts'

export const Business = z.object({ id: Id, name: z.string().optional(), network: z.string().optional() })
export type Business = z.infer<typeof Business>

export const Restaurant = z.object({ id: Id, name: z.string() })
export type Restaurant = z.infer<typeof Restaurant>

/** The cookie `user_tokens`, decoded. */
export const UserTokens = z.object({
  access_token: z.string().min(1),
  /** Without an id if another site wrote it: the apps need only the network. */
  business: Business.partial().optional(),
  /** The current restaurant. */
  id: Id.optional(),
})
export type UserTokens = z.infer<typeof UserTokens>

/** Roles that open the desk: a `manager` manages the people of their restaurants, an `operator` the installation. */
export const DeskRole = z.enum(['agent', 'editor', 'admin', 'manager', 'operator'])
export type DeskRole = z.infer<typeof DeskRole>

const Memberships = {
  business: Business,
  restaurants: z.array(Restaurant),
  /** Roles at the support desk; empty for restaurant staff. */
  desk_roles: z.array(DeskRole),
}

const REQUIRED = { error: FIELD.required }
/** The text is built only when needed, so that the first screen creates no Intl formatter. */
const atMost = (max: number) => ({ error: () => FIELD.too_long(max) })

export const SignIn = z.object({
  login: z.string(REQUIRED).trim().min(1, REQUIRED).max(LOGIN_MAX, atMost(LOGIN_MAX)),
  password: z.string(REQUIRED).min(1, REQUIRED).max(1024, atMost(1024)),
  /** The second-step code, sent after a `second_step_needed` refusal. */
  code: z.string().max(40).optional(),
})

/** The answer of every way to sign in, which also sets the two cookies. */
export const SignedIn = z.object({ access_token: z.string(), ...Memberships })

export const signIn = endpoint({
  name: 'signIn',
  summary: 'Войти по почте или телефону',
  method: 'POST',
  path: 'auth/sign-in/',
  auth: 'public',
  body: SignIn,
  answer: SignedIn,
  refusals: ['bad_credentials', 'second_step_needed', 'bad_origin'],
})

export const renewSession = endpoint({
  name: 'renewSession',
  summary: 'Получить новый короткий токен по cookie обновления',
  method: 'POST',
  path: 'auth/renew/',
  auth: 'public',
  /** `subject`: the person of the calling page (`sub` of its token). Another person's session is refused and left unchanged. */
  body: z.object({ subject: z.string().max(255).refine(isStorable).optional() }),
  is_body_optional: true,
  answer: z.object({ access_token: z.string() }),
  refusals: ['unauthorized', 'bad_origin', 'other_person'],
})

export const signOut = endpoint({
  name: 'signOut',
  summary: 'Выйти: сессия заканчивается на сервере',
  method: 'POST',
  path: 'auth/sign-out/',
  auth: 'public',
  answer: z.object({ ok: z.boolean() }),
  refusals: ['bad_origin'],
})

export const getPlaces = endpoint({
  name: 'getPlaces',
  summary: 'Куда может войти вошедший человек: рестораны и роли в поддержке',
  method: 'GET',
  path: 'auth/places/',
  auth: 'person',
  answer: z.object({ first_name: z.string().nullable(), ...Memberships }),
  refusals: [],
})

export const listRestaurants = endpoint({
  name: 'listRestaurants',
  summary: 'Рестораны человека, по названию',
  method: 'GET',
  path: 'users/restaurants/',
  auth: 'staff',
  answer: z.object({ restaurants: z.array(Restaurant) }),
  compressed: true,
  refusals: [],
})
