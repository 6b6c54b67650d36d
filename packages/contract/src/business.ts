import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { FirstName, isStorable, NewPassword, Text } from './fields/fields.ts'
import { LOGIN_MAX, NAME_MAX, NETWORK_MAX } from './fields/limits.ts'
import { storedText } from './fields/written.ts'
import { SignedIn } from './session.ts'

/** The one-time key of a link: 32 random bytes, base64url. */
export const LinkKey = z
  .string({ error: FIELD.required })
  .regex(/^[\w-]{16,128}$/, { error: FIELD.bad_value })

/** The short name of a business on the wire. */
export const Network = z
  .string({ error: FIELD.required })
  .trim()
  .toLowerCase()
  .min(1, { error: FIELD.required, abort: true })
  .refine((text) => new RegExp(`^[a-z0-9][a-z0-9-]{0,${NETWORK_MAX - 1}}$`).test(text), {
    error: FIELD.network,
  })

/** A sign-in name: an e-mail or a phone, as typed. */
export const Login = z
  .string({ error: FIELD.required })
  .refine(isStorable, { error: FIELD.bad_characters, abort: true })
  .transform((text) => text.trim())
  .refine((text) => text !== '', { error: FIELD.required, abort: true })
  .refine((text) => text.length <= LOGIN_MAX, { error: FIELD.login })

/** A name that lists show: of a restaurant, a business, a key or a provider. */
export const ListedName = Text(NAME_MAX)
/** Names of a business's restaurant groups. */
export const RestaurantGroups = z.array(ListedName).max(50)
/** A last name; empty if there is none. */
export const LastName = z
  .string()
  .refine(isStorable, { error: FIELD.bad_characters, abort: true })
  .refine((text) => text.length <= NAME_MAX, { error: () => FIELD.too_long(NAME_MAX) })
  .transform(storedText)
  .default('')

export const Setup = z.object({
  key: LinkKey,
  business_name: ListedName,
  network: Network,
  restaurant_name: ListedName,
  first_name: FirstName,
  last_name: LastName,
  login: Login,
  password: NewPassword,
  /** The knowledge base of the new business: the starter articles, or none. */
  knowledge: z.enum(['starter', 'empty']).default('starter'),
})

export const lookAtSetup = endpoint({
  name: 'lookAtSetup',
  summary: 'Открыта ли первая настройка для этого ключа',
  method: 'POST',
  path: 'setup/look/',
  auth: 'public',
  body: z.object({ key: LinkKey }),
  answer: z.object({ expires_at: z.string() }),
  refusals: ['not_found'],
})

export const setUp = endpoint({
  name: 'setUp',
  summary: 'Создать бизнес, первый ресторан и владельца, и войти',
  method: 'POST',
  path: 'setup/',
  auth: 'public',
  body: Setup,
  answer: SignedIn,
  refusals: ['not_found', 'bad_origin'],
})

export const lookAtInvitation = endpoint({
  name: 'lookAtInvitation',
  summary: 'Кого и куда зовёт приглашение',
  method: 'POST',
  path: 'invitations/look/',
  auth: 'public',
  body: z.object({ key: LinkKey }),
  answer: z.object({
    purpose: z.enum(['join', 'password']),
    business: z.string(),
    restaurants: z.array(z.string()),
    first_name: z.string().nullable(),
    /** The person's sign-in name. */
    login: z.string().nullable(),
  }),
  refusals: ['not_found'],
})

export const Acceptance = z.object({ key: LinkKey, first_name: FirstName.optional(), password: NewPassword })

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Принять приглашение: придумать пароль и войти',
  method: 'POST',
  path: 'invitations/accept/',
  auth: 'public',
  body: Acceptance,
  answer: SignedIn,
  refusals: ['not_found', 'second_step_needed', 'bad_origin'],
})
