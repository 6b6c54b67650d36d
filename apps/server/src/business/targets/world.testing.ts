import { randomBytes } from 'node:crypto'
import type { Call } from '@podmoga/contract/client'
import { confirm } from '@podmoga/contract/confirmation'
import { addApiKey } from '@podmoga/contract/desk/keys'
import { addProvider } from '@podmoga/contract/desk/providers'
import { CLIENT, startOidcProvider } from '../../ports/testing-oidc.ts'
import { addPerson, addRestaurant, type TestPerson } from '../../session/session.testing.ts'
import { openWorld, PASSWORD } from '../../testing.ts'
import { seedPeopleManagers, signInPeopleManagers } from '../business.testing.ts'

const CALLBACK = 'http://localhost:3000/intranet/callback'

/** What a new staff member of the first business's first restaurant has in addition. */
export const EXCESSES = {
  none: 'ничего',
  second: 'ещё ресторан',
  archived: 'ещё закрытый ресторан',
  other: 'только другой ресторан',
  manager: 'управляющий',
  agent: 'агент',
  admin: 'администратор',
  elsewhere: 'роль в другом бизнесе',
  operator: 'оператор',
  disabled: 'отключён',
  self: 'сам',
  foreign: 'другого бизнеса',
} as const
export type Excess = keyof typeof EXCESSES

export type Asker = 'manager' | 'admin'

/** The target of an action, with their phone. */
export interface Target extends TestPerson {
  phone: string
}

/** The test world: both askers signed in and confirmed, a directory's key, a provider of the first business. */
export const openTargets = async () => {
  const idp = await startOidcProvider(CALLBACK)
  const world = await openWorld({
    RATE_LIMITS: 'off',
    ACCESS_TOKEN_SECONDS: '86400',
    REQUESTS_PER_MINUTE: '100000',
    PROVIDER_INSIDE_HOSTS: new URL(idp.issuer).host,
  })
  const walls = await seedPeopleManagers(world)
  const { sql } = world
  const { n1, n2 } = walls.businesses
  const r13 = await addRestaurant(sql, { business_id: n1, name: 'Ресторан 13' })
  await sql`update restaurants set archived_at = now() where id = ${r13}`
  const as = await signInPeopleManagers(world, walls, 'manager', 'admin', 'admin2')
  for (const call of Object.values(as)) await call(confirm, { body: { password: PASSWORD } })
  const scim_key = (await as.admin(addApiKey, { body: { name: 'Каталог', scopes: ['scim'], days: 1 } })).key
  const rule = { is_enabled: true, creates: false, restaurant: null, domains: [] }
  const addTo = async (call: Call, name: string) =>
    (await call(addProvider, { body: { ...rule, ...CLIENT, issuer: idp.issuer, name } })).id
  const providers = { own: await addTo(as.admin, 'Компания'), foreign: await addTo(as.admin2, 'Чужая') }
  idp.register(`${CALLBACK}/${providers.own}`)

  let made = 0
  const freshPhone = (): string => {
    made += 1
    return `+99890${String(1_000_000 + made)}`
  }
  const add = async (more: Partial<Parameters<typeof addPerson>[1]>): Promise<Target> => {
    const phone = freshPhone()
    const email = `target${made}@walls.test`
    const base = { business_id: n1, first_name: 'Повар', restaurants: [walls.r11] }
    const person = await addPerson(sql, { ...base, ...more, email, phone })
    await sql`update people set email_verified_at = now() where id = ${person.id}`
    return { ...person, phone }
  }
  const join = (id: string, restaurant: string) =>
    sql`insert into memberships (person_id, restaurant_id) values (${id}, ${restaurant})`
  const subscriber = (id: string, role: string, business: string) =>
    sql`insert into desk_members (person_id, business_id, role) values (${id}, ${business}, ${role})`
  /** Gives a plain staff member the excess. */
  const RAISES: Record<Exclude<Excess, 'self' | 'foreign'>, (id: string) => PromiseLike<unknown>> = {
    none: async () => undefined,
    second: (id) => join(id, walls.r12),
    archived: (id) => join(id, r13),
    other: (id) => sql`update memberships set restaurant_id = ${walls.r12} where person_id = ${id}`,
    manager: (id) => sql`update memberships set role = 'manager' where person_id = ${id}`,
    agent: (id) => subscriber(id, 'agent', n1),
    admin: (id) => subscriber(id, 'admin', n1),
    elsewhere: (id) => subscriber(id, 'agent', n2),
    operator: (id) => sql`insert into operators (person_id) values (${id})`,
    disabled: (id) => sql`update people set disabled_at = now() where id = ${id}`,
  }
  const raise = async (id: string, excess: Excess): Promise<void> => {
    if (excess !== 'self' && excess !== 'foreign') await RAISES[excess](id)
  }
  /** Creates a person with this excess; for `self` returns the asker. */
  const makeTarget = async (excess: Excess, asker: Asker): Promise<Target> => {
    if (excess === 'foreign') return add({ business_id: n2, restaurants: [walls.r21] })
    if (excess === 'self') {
      const own = walls[asker]
      const phone = asker === 'admin' ? '+998909999001' : '+998909999002'
      await sql`update people set phone = ${phone}, email_verified_at = now() where id = ${own.id}`
      return { ...own, phone }
    }
    const person = await add({})
    await raise(person.id, excess)
    return person
  }
  /** Adds a waiting join request with this verified phone. */
  const addJoinRequest = async (restaurant_id: string, phone: string): Promise<string> => {
    const [row] = await sql<{ id: string }[]>`
      with poster as (
        insert into posters (business_id, restaurant_id, created_at, expires_at, revoked_at)
        select business_id, id, now(), now(), now() from restaurants where id = ${restaurant_id}
        returning id, business_id, restaurant_id)
      insert into join_requests
        (business_id, restaurant_id, poster_id, token_hash, first_name, phone, state, created_at, confirmed_at)
      select business_id, restaurant_id, id, ${randomBytes(32)}, 'Повар', ${phone}, 'waiting', now(), now() from poster
      returning id`
    return row?.id ?? ''
  }
  return {
    world,
    walls,
    r13,
    as,
    idp,
    providers,
    scim_key,
    add,
    raise,
    makeTarget,
    freshPhone,
    addJoinRequest,
    close: async () => {
      await world.close()
      await idp.close()
    },
  }
}
export type Targets = Awaited<ReturnType<typeof openTargets>>
