import { z } from 'zod'
import { ListedName } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, isStorable, PathId, Time } from '../fields/fields.ts'
import { isUrl } from '../fields/is-url.ts'
import { DESK_FIELD } from './field-texts.ts'
import { Ok } from './knowledge-shapes.ts'

const ProviderPath = z.object({ providerId: PathId })
const DOMAINS_MAX = 20

const Line = (max: number) =>
  z
    .string({ error: FIELD.required })
    .refine(isStorable, { error: FIELD.bad_characters, abort: true })
    .transform((text) => text.trim())
    .refine((text) => text !== '', { error: FIELD.required, abort: true })
    .refine((text) => text.length <= max, { error: FIELD.too_long(max) })

/** As in the provider's metadata: discovery requests a path below it. */
const Issuer = Line(500).refine(
  (text) => {
    if (!isUrl(text)) return false
    const { protocol, search, hash, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && search === '' && hash === '' && username === '' && password === ''
  },
  { error: DESK_FIELD.issuer },
)

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, {
    error: DESK_FIELD.domain,
  })

const Rule = {
  name: ListedName,
  is_enabled: z.boolean(),
  /** A new person is added as restaurant staff. */
  creates: z.boolean(),
  /** The restaurant of new people; required with `creates`. */
  restaurant: Id.nullable(),
  /** E-mail domains of new people; at least one with `creates`. */
  domains: z
    .array(Domain)
    .max(DOMAINS_MAX)
    .transform((domains) => [...new Set(domains)]),
}

export const NewProvider = z.object({
  ...Rule,
  issuer: Issuer,
  client_id: Line(300),
  client_secret: Line(2000),
})
/** The issuer and the client cannot be changed: with others the same `sub` would be another person. */
export const ProviderChange = z.object({
  ...Rule,
  /** null: unchanged. */
  client_secret: Line(2000).nullable(),
  /** The provider's own redirect address is now registered there: it stops using the shared one. */
  own_redirect: z.literal(true).optional(),
})

export const Provider = z.object({
  id: Id,
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** The redirect address of this provider, to be registered there. */
  redirect_uri: z.string(),
  /** The old address shared by all providers, if this one is still registered with it. */
  shared_redirect_uri: z.string().nullable(),
  is_enabled: z.boolean(),
  creates: z.boolean(),
  restaurant: z.object({ id: Id, name: z.string() }).nullable(),
  domains: z.array(z.string()),
  /** The number of people linked to it. */
  people: z.number().int(),
  last_used_at: Time.nullable(),
})
export type Provider = z.infer<typeof Provider>

export const listProviders = endpoint({
  name: 'listProviders',
  summary: 'Провайдеры входа бизнеса; секретов здесь нет',
  method: 'GET',
  path: 'desk/admin/providers/',
  auth: 'admin',
  by_key: false,
  answer: z.object({
    providers: z.array(Provider),
    /** The sign-in page with this business's buttons. */
    sign_in_url: z.string(),
  }),
  refusals: [],
})

export const addProvider = endpoint({
  name: 'addProvider',
  summary: 'Новый провайдер входа (OpenID Connect)',
  method: 'POST',
  path: 'desk/admin/providers/',
  auth: 'admin',
  by_key: false,
  confirmed: 'always',
  body: NewProvider,
  answer: z.object({ id: Id }),
  refusals: ['not_found', 'name_taken', 'limit_reached', 'idempotency_conflict'],
  creates: true,
})

export const changeProvider = endpoint({
  name: 'changeProvider',
  summary: 'Изменить, включить или выключить провайдера входа',
  method: 'POST',
  path: 'desk/admin/providers/:providerId/',
  auth: 'admin',
  by_key: false,
  confirmed: 'always',
  params: ProviderPath,
  body: ProviderChange,
  answer: Ok,
  refusals: ['not_found', 'name_taken'],
})

export const testProvider = endpoint({
  name: 'testProvider',
  summary: 'Проверить провайдера: его описание, ключи и секрет',
  method: 'POST',
  path: 'desk/admin/providers/:providerId/test/',
  auth: 'admin',
  by_key: false,
  params: ProviderPath,
  answer: z.object({ ok: z.boolean(), error: z.string().nullable() }),
  refusals: ['not_found'],
})

export const removeProvider = endpoint({
  name: 'removeProvider',
  summary: 'Убрать провайдера входа; люди остаются и входят паролем',
  method: 'POST',
  path: 'desk/admin/providers/:providerId/remove/',
  auth: 'admin',
  by_key: false,
  confirmed: 'always',
  params: ProviderPath,
  answer: Ok,
  refusals: ['not_found'],
})
