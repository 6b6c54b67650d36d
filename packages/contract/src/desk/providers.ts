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

/** As the provider's own metadata has it: discovery looks below it. */
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
  /** Whoever is not among the people yet comes in as restaurant staff. */
  creates: z.boolean(),
  /** Where newcomers work; needed with `creates`. */
  restaurant: Id.nullable(),
  /** Domains of newcomers' addresses; one at least with `creates`. */
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
/** The issuer and the client stay: under others the same `sub` is somebody else. */
export const ProviderChange = z.object({
  ...Rule,
  /** null: as it is. */
  client_secret: Line(2000).nullable(),
  /** The provider has been told its own redirect address: from now on the shared one is its no more. */
  own_redirect: z.literal(true).optional(),
})

export const Provider = z.object({
  id: Id,
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** The provider's own address, to be entered there: where it sends browsers back to. */
  redirect_uri: z.string(),
  /** The address that all providers once shared, while this one is still registered with that. */
  shared_redirect_uri: z.string().nullable(),
  is_enabled: z.boolean(),
  creates: z.boolean(),
  restaurant: z.object({ id: Id, name: z.string() }).nullable(),
  domains: z.array(z.string()),
  /** How many people it is known to. */
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
    /** The page of sign-in with this business's buttons. */
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
  refusals: ['not_found', 'name_taken', 'limit_reached'],
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
