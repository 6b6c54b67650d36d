import { z } from 'zod'
import { ListedName } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, Time } from '../fields/fields.ts'
import { KEY_SCOPES } from '../rights.ts'
import { Ok } from './knowledge-shapes.ts'

export const Scope = z.enum(KEY_SCOPES)

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The beginning of the key, to recognize it in a configuration file. */
  prefix: z.string(),
  scopes: z.array(Scope),
  /** The person who created it: the key never has more rights than they have. */
  person: z.string().nullable(),
  created_at: Time,
  /** null: valid until revoked. */
  expires_at: Time.nullable(),
  /** To the minute; null: never used. */
  last_used_at: Time.nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.object({
  name: ListedName,
  scopes: z
    .array(Scope)
    .min(1, { error: FIELD.required })
    .max(KEY_SCOPES.length)
    .transform((scopes) => [...new Set(scopes)]),
  /** Valid for this many days; null: until revoked. */
  days: z.number().int().min(1).max(730).nullable(),
})

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  summary: 'Ключи API бизнеса, новые первыми; самих ключей здесь нет',
  method: 'GET',
  path: 'desk/admin/keys/',
  auth: 'admin',
  by_key: false,
  answer: z.object({ keys: z.array(ApiKey) }),
  refusals: [],
})

export const addApiKey = endpoint({
  name: 'addApiKey',
  summary: 'Новый ключ API; показывается один раз',
  method: 'POST',
  path: 'desk/admin/keys/',
  auth: 'admin',
  by_key: false,
  confirmed: 'always',
  body: NewApiKey,
  answer: z.object({ id: Id, key: z.string() }),
  refusals: ['above_you', 'idempotency_conflict'],
  creates: true,
  has_secret: true,
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  summary: 'Отозвать ключ API: он перестаёт действовать сразу',
  method: 'POST',
  path: 'desk/admin/keys/:keyId/revoke/',
  auth: 'admin',
  by_key: false,
  params: z.object({ keyId: z.string().regex(/^[\w-]{1,64}$/) }),
  answer: Ok,
  refusals: ['not_found'],
})
