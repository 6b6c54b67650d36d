import * as calls from '@podmoga/contract/desk/providers'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { type Oidc, OidcError, type OidcFault } from '../../ports/oidc.ts'
import { isTaken } from '../../profile/profile.sql.ts'
import { findNetwork } from '../business.sql.ts'
import { ownRestaurants } from '../restaurants/restaurants.sql.ts'
import { makeProviderSecrets, redirectUriInUse, redirectUriOf } from './providers.secrets.ts'
import {
  countProviders,
  deleteProvider,
  findProvider,
  insertProvider,
  listProviderRows,
  type ProviderRow,
  type ProviderRule,
  updateProvider,
} from './providers.sql.ts'

const PROVIDERS_MAX = 20
const TESTS_PER_HOUR = 60

/** Messages for an admin when a provider fails. */
const FAULTS: Record<OidcFault, string> = {
  unreachable: 'Провайдер не отвечает. Проверьте адрес.',
  inside:
    'Этот адрес во внутренней сети. Разрешить его может тот, кто ведёт установку: переменной PROVIDER_INSIDE_HOSTS.',
  not_https: 'Нужен адрес, который начинается с https://.',
  not_a_provider: 'По этому адресу нет описания OpenID Connect (/.well-known/openid-configuration).',
  other_issuer: 'Провайдер называет себя другим адресом. Скопируйте issuer из его описания буква в букву.',
  wrong_client: 'Провайдер не принял client id или секрет.',
  declined: 'Провайдер отказал.',
  bad_answer: 'Провайдер ответил непонятно.',
}

const wordsOf = (rule: ProviderRule): Record<string, string | boolean | readonly string[]> => ({
  name: rule.name,
  is_enabled: rule.is_enabled,
  creates: rule.creates,
  ...(rule.restaurant_id === null ? {} : { restaurants: [rule.restaurant_id] }),
  domains: [...rule.domains],
})

const find = async (db: Db, who: PeopleManager, providerId: string, lock = false): Promise<ProviderRow> => {
  const row = await findProvider(db, { id: rowId(providerId), business_id: who.business_id, lock })
  if (row === undefined) throw refuse('not_found')
  return row
}

type Body = Pick<ProviderRule, 'name' | 'is_enabled' | 'creates' | 'domains'> & {
  restaurant: string | null
}
/** New people need a restaurant and a restriction by domain, because anyone can have some address. */
const ruleOf = async (db: Db, business_id: string, body: Body): Promise<ProviderRule> => {
  const { name, is_enabled, creates, domains, restaurant } = body
  const fields: Record<string, string> = {}
  if (creates && restaurant === null) fields.restaurant = 'Выберите, в каком ресторане работают новые'
  if (creates && domains.length === 0) fields.domains = 'Назовите хотя бы один домен почты компании'
  if (Object.keys(fields).length > 0) throw refuse('invalid', { fields })
  const restaurant_id = restaurant === null ? null : rowId(restaurant)
  if (
    restaurant_id !== null &&
    (await ownRestaurants(db, { business_id, ids: [restaurant_id] })).length === 0
  )
    throw refuse('not_found', { message: 'Такого ресторана нет.' })
  return { name: name.trim(), is_enabled, creates, domains, restaurant_id }
}

/** Admins add, test, change, disable and remove the company's own sign-in providers. */
export const providerRoutes = (on: On, deps: Deps, oidc: Oidc): void => {
  listRoute(on, deps)
  keepRoutes(on, deps)
  const { sql, config, clock, rates } = deps
  const { accountOf } = makeProviderSecrets(deps)
  const note = makeNote(clock)

  on(calls.testProvider, async ({ who, params, log }) => {
    await rates.take('provider_test', who.person_id, TESTS_PER_HOUR, 3600)
    const row = await find(sql, who, params.providerId)
    try {
      await oidc.check(accountOf(row), redirectUriInUse(config, row))
      return { ok: true, error: null }
    } catch (error) {
      if (!(error instanceof OidcError)) throw error
      log.info({ err: error, provider_id: row.id }, 'the test of a provider failed')
      return { ok: false, error: FAULTS[error.kind] }
    }
  })

  on(calls.removeProvider, async ({ who, params, request }) => {
    await sql.begin(async (tx) => {
      const row = await find(tx, who, params.providerId, true)
      await deleteProvider(tx, row.id)
      const { name, issuer, client_id } = row
      await note(tx, who, request, { event: 'provider_removed', before: { name, issuer, client_id } })
    })
    return { ok: true }
  })
}

const listRoute = (on: On, { sql, config }: Deps): void => {
  on(calls.listProviders, async ({ who }) => {
    const rows = await listProviderRows(sql, who.business_id)
    const network = await findNetwork(sql, who.business_id)
    return {
      providers: rows.map((row) => ({
        id: row.id,
        name: row.name,
        issuer: row.issuer,
        client_id: row.client_id,
        redirect_uri: redirectUriOf(config, row.id),
        shared_redirect_uri: row.shared_redirect ? redirectUriOf(config, null) : null,
        is_enabled: row.is_enabled,
        creates: row.creates,
        restaurant: row.restaurant_id === null ? null : { id: row.restaurant_id, name: row.restaurant ?? '' },
        domains: row.domains,
        people: row.people,
        last_used_at: row.last_used_at?.toISOString() ?? null,
      })),
      sign_in_url: `${config.public_url}/intranet/${network === null ? '' : `?network=${encodeURIComponent(network)}`}`,
    }
  })
}

const keepRoutes = (on: On, deps: Deps): void => {
  const { sql, clock } = deps
  const { seal } = makeProviderSecrets(deps)
  const note = makeNote(clock)
  const nameAnswer = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw isTaken(error) ? refuse('name_taken', { message: 'Такой провайдер уже есть.' }) : error
    })

  on(calls.addProvider, ({ who, body, once, request }) => {
    const { business_id } = who
    const { issuer, client_id, client_secret } = body
    const work = async (tx: TransactionSql): Promise<{ id: string }> => {
      if ((await countProviders(tx, business_id)) >= PROVIDERS_MAX)
        throw refuse('limit_reached', {
          message: `Провайдеров уже ${PROVIDERS_MAX}. Сначала уберите лишние.`,
        })
      const rule = await ruleOf(tx, business_id, body)
      const sealed = seal(client_secret, { business_id, issuer, client_id })
      const id = await insertProvider(tx, {
        ...rule,
        business_id,
        issuer,
        client_id,
        sealed,
        now: clock.now(),
      })
      await note(tx, who, request, {
        event: 'provider_added',
        after: { ...wordsOf(rule), issuer, client_id },
      })
      return { id }
    }
    return nameAnswer(once({ work }))
  })

  on(calls.changeProvider, async ({ who, params, body, request }) => {
    const { business_id } = who
    const change = async (tx: TransactionSql): Promise<void> => {
      const before = await find(tx, who, params.providerId, true)
      const rule = await ruleOf(tx, business_id, body)
      const secret = body.client_secret
      await updateProvider(tx, {
        ...rule,
        id: before.id,
        sealed: secret === null ? null : seal(secret, before),
        shared_redirect: before.shared_redirect && body.own_redirect !== true,
      })
      await note(tx, who, request, {
        event: 'provider_changed',
        before: wordsOf(before),
        after: {
          ...wordsOf(rule),
          ...(secret === null ? {} : { client_secret: 'новый' }),
          ...(before.shared_redirect && body.own_redirect === true ? { redirect_uri: 'свой' } : {}),
        },
      })
    }
    await nameAnswer(sql.begin(change))
    return { ok: true }
  })
}
