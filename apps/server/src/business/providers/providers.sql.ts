import type { Db } from '@podmoga/sql/sql'
import type { Forget } from '../../module.ts'
import { isElsewhere } from '../people/people.sql.ts'

export interface ProviderRow {
  id: string
  business_id: string
  business: string
  name: string
  issuer: string
  client_id: string
  sealed: Buffer
  /** Whether it is registered with the redirect URI once shared by all providers. */
  shared_redirect: boolean
  is_enabled: boolean
  creates: boolean
  restaurant_id: string | null
  restaurant: string | null
  domains: string[]
  last_used_at: Date | null
}

const columns = (db: Db) => db`
  p.id, p.business_id, b.name as business, p.name, p.issuer, p.client_id, p.sealed, p.shared_redirect, p.is_enabled, p.creates,
  p.restaurant_id, r.name as restaurant, p.domains, p.last_used_at`
const tables = (db: Db) => db`
  identity_providers p join businesses b on b.id = p.business_id
  left join restaurants r on r.id = p.restaurant_id`

/** The providers of a business in the order they were added, each with its number of linked people. */
export const listProviderRows = (
  db: Db,
  business_id: string,
): Promise<(ProviderRow & { people: number })[]> => db<(ProviderRow & { people: number })[]>`
  select ${columns(db)},
    (select count(*)::int from person_identities i where i.provider_id = p.id) as people
  from ${tables(db)} where p.business_id = ${business_id} order by p.id`

/** One provider of a business; with `business_id` null, of any business, before the person is known. */
export const findProvider = async (
  db: Db,
  { id, business_id, lock = false }: { id: string; business_id: string | null; lock?: boolean },
): Promise<ProviderRow | undefined> => {
  const [row] = await db<ProviderRow[]>`
    select ${columns(db)} from ${tables(db)}
    where p.id = ${id} ${business_id === null ? db`` : db`and p.business_id = ${business_id}`}
    ${lock ? db`for no key update of p` : db``}`
  return row
}

/**
 * Providers for the sign-in page: enabled ones of the network; without a network, those of the installation's only
 * business.
 */
export const listOpenProviders = (
  db: Db,
  network: string | null,
): Promise<{ id: string; name: string }[]> => db<{ id: string; name: string }[]>`
  select p.id, p.name from identity_providers p
  where p.is_enabled and p.business_id = (
    ${
      network === null
        ? db`select min(id) from businesses having count(*) = 1`
        : db`select id from businesses where network = ${network}`
    })
  order by p.id`

/** Whether the sign-in page must ask for a network: there are several businesses, and some provider is enabled. */
export const isNetworkAsked = async (db: Db): Promise<boolean> =>
  (
    await db`
    select from businesses where exists (select from identity_providers where is_enabled)
    offset 1 limit 1`
  ).count > 0

/** The settings of a provider that an admin controls. */
export interface ProviderRule {
  name: string
  is_enabled: boolean
  creates: boolean
  restaurant_id: string | null
  domains: readonly string[]
}

export const countProviders = async (db: Db, business_id: string): Promise<number> => {
  // Serializes: two at once would both count the same.
  await db`select from businesses where id = ${business_id} for no key update`
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from identity_providers where business_id = ${business_id}`
  return row?.count ?? 0
}

/** Throws 23505 (unique violation) if the business already has the name, or this client of this issuer. */
export const insertProvider = async (
  db: Db,
  row: ProviderRule & {
    business_id: string
    issuer: string
    client_id: string
    sealed: Buffer
    now: Date
  },
): Promise<string> => {
  const [made] = await db<{ id: string }[]>`
    insert into identity_providers
      (business_id, name, issuer, client_id, sealed, shared_redirect, is_enabled, creates, restaurant_id, domains, created_at)
    values (${row.business_id}, ${row.name}, ${row.issuer}, ${row.client_id}, ${row.sealed}, false, ${row.is_enabled},
      ${row.creates}, ${row.restaurant_id}, ${[...row.domains]}::text[], ${row.now})
    returning id`
  if (made === undefined) throw new Error('nothing was inserted')
  return made.id
}

/** With `sealed` null the secret is kept. */
export const updateProvider = async (
  db: Db,
  row: ProviderRule & { id: string; sealed: Buffer | null; shared_redirect: boolean },
): Promise<void> => {
  await db`
    update identity_providers set name = ${row.name}, is_enabled = ${row.is_enabled}, creates = ${row.creates},
      restaurant_id = ${row.restaurant_id}, domains = ${[...row.domains]}::text[],
      shared_redirect = ${row.shared_redirect}, sealed = coalesce(${row.sealed}::bytea, sealed)
    where id = ${row.id}`
}

export const deleteProvider = async (db: Db, id: string): Promise<void> => {
  await db`delete from identity_providers where id = ${id}`
}

/** Longer than any provider's code is valid. */
const CODE_KEPT_MS = 24 * 3600_000

/** Records an authorization code, in whichever sign-in it was used; returns false if it was used before. */
export const takeCode = async (
  db: Db,
  { code_hash, now }: { code_hash: Buffer; now: Date },
): Promise<boolean> =>
  (
    await db`
    insert into provider_codes (code_hash, brought_at) values (${code_hash}, ${now}) on conflict do nothing`
  ).count > 0

/** Stores a sign-in attempt; deletes expired ones. */
export const addAttempt = async (
  db: Db,
  row: {
    state_hash: Buffer
    browser_hash: Buffer
    provider_id: string
    sealed: Buffer
    now: Date
    expires_at: Date
  },
): Promise<void> => {
  await db`delete from provider_attempts where expires_at < ${row.now}`
  await db`delete from provider_codes where brought_at < ${new Date(row.now.getTime() - CODE_KEPT_MS)}`
  await db`
    insert into provider_attempts (state_hash, browser_hash, provider_id, sealed, expires_at)
    values (${row.state_hash}, ${row.browser_hash}, ${row.provider_id}, ${row.sealed}, ${row.expires_at})`
}

interface AttemptKey {
  state_hash: Buffer
  browser_hash: Buffer
  now: Date
}

/** Claims an attempt of this browser: of two concurrent requests only one gets it. */
export const claimAttempt = async (
  db: Db,
  { state_hash, browser_hash, now }: AttemptKey,
): Promise<{ provider_id: string; sealed: Buffer } | undefined> => {
  const [row] = await db<{ provider_id: string; sealed: Buffer }[]>`
    update provider_attempts set used_at = ${now}
    where state_hash = ${state_hash} and browser_hash = ${browser_hash} and expires_at > ${now} and used_at is null
    returning provider_id, sealed`
  return row
}

/** The person already identified by the provider, if only the second step is missing. */
export const findNamedPerson = async (
  db: Db,
  { state_hash, browser_hash, now }: AttemptKey,
): Promise<{ person_id: string; provider_id: string } | undefined> => {
  const [row] = await db<{ person_id: string; provider_id: string }[]>`
    select person_id, provider_id from provider_attempts
    where state_hash = ${state_hash} and browser_hash = ${browser_hash} and expires_at > ${now}
      and person_id is not null
      and exists (select from identity_providers p where p.id = provider_id and p.is_enabled)`
  return row
}

export const nameAttemptPerson = async (
  db: Db,
  { state_hash, person_id }: { state_hash: Buffer; person_id: string },
): Promise<void> => {
  await db`update provider_attempts set person_id = ${person_id} where state_hash = ${state_hash}`
}

/** Returns false if another request has ended it: of two at once, only one signs in. */
export const endAttempt = async (db: Db, state_hash: Buffer): Promise<boolean> =>
  (await db`delete from provider_attempts where state_hash = ${state_hash}`).count > 0

/** The facts about a person that decide whether a provider may sign them in. */
export interface KnownPerson {
  id: string
  business_id: string
  subject: string
  disabled_at: Date | null
  joined_at: Date | null
  email_verified_at: Date | null
  operator: boolean
  /** Whether they have a role or a membership in another business. */
  elsewhere: boolean
}

const person = (db: Db) => db`
  p.id, p.business_id, p.subject, p.disabled_at, p.joined_at, p.email_verified_at,
  exists (select from operators o where o.person_id = p.id) as operator, ${isElsewhere(db)} as elsewhere`

export const findBySubject = async (
  db: Db,
  { provider_id, subject }: { provider_id: string; subject: string },
): Promise<KnownPerson | undefined> => {
  const [row] = await db<KnownPerson[]>`
    select ${person(db)} from person_identities i join people p on p.id = i.person_id
    where i.provider_id = ${provider_id} and i.subject = ${subject}`
  return row
}

export const findByEmail = async (db: Db, email: string): Promise<KnownPerson | undefined> => {
  const [row] = await db<KnownPerson[]>`
    select ${person(db)} from people p where lower(p.email) = lower(${email}) for no key update of p`
  return row
}

export const findById = async (db: Db, id: string): Promise<KnownPerson | undefined> => {
  const [row] = await db<KnownPerson[]>`select ${person(db)} from people p where p.id = ${id}`
  return row
}

/** Returns false if the provider already has another subject for this person. */
export const linkPerson = async (
  db: Db,
  row: { provider_id: string; subject: string; person_id: string; now: Date },
): Promise<boolean> =>
  (
    await db`
    insert into person_identities (provider_id, subject, person_id, linked_at)
    values (${row.provider_id}, ${row.subject}, ${row.person_id}, ${row.now})
    on conflict (person_id, provider_id) do nothing`
  ).count > 0

export const noteProviderUsed = async (db: Db, { id, now }: { id: string; now: Date }): Promise<void> => {
  await db`update identity_providers set last_used_at = ${now} where id = ${id}`
}

export const listSealedProviders = (db: Db): Promise<ProviderRow[]> => db<ProviderRow[]>`
  select p.* from identity_providers p`

export const forgetIdentities: Forget = async (tx, { person_id }) => {
  await tx`delete from person_identities where person_id = ${person_id}`
  await tx`delete from provider_attempts where person_id = ${person_id}`
  return []
}
