import { acceptInvitation } from '@podmoga/contract/business'
import { checkPeopleImport } from '@podmoga/contract/desk/imports'
import { admitNewcomer } from '@podmoga/contract/desk/joining'
import { revokeApiKey } from '@podmoga/contract/desk/keys'
import * as people from '@podmoga/contract/desk/people'
import { erasePerson, exportPersonData, refuseErasure } from '@podmoga/contract/desk/personal-data'
import { apiKeyHash, newApiKey } from '../../session/session.api-keys.ts'
import type { Asker, Excess, Target, Targets } from './world.testing.ts'

/** The outcome of one action: `ok`, or the refusal code. */
export type Outcome = Promise<string>

export const codeOf = (run: Promise<unknown>): Outcome =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )

/** One administrative action on a person. */
export interface PersonAct {
  /** The contract's calls that it uses. */
  calls: readonly { name: string }[]
  says: string
  askers: readonly Asker[]
  play: (t: Targets, asker: Asker, target: Target, excess: Excess) => Outcome
}

const BOTH = ['manager', 'admin'] as const
const ADMIN = ['admin'] as const
const of = ({ id }: Target) => ({ params: { personId: id } })

/** The fate in an import file with one row about the target. */
const rowFate = async (
  t: Targets,
  asker: Asker,
  row: Record<'name' | 'email' | 'phone' | 'places', string>,
) => {
  const csv = `Имя;Фамилия;Почта;Телефон;Рестораны\n${row.name};;${row.email};${row.phone};${row.places}\n`
  const files = [new File([csv], 'люди.csv', { type: 'text/csv' })]
  const { rows } = await t.as[asker](checkPeopleImport, { form: {}, files })
  return rows[0]?.fate === 'change' ? 'ok' : `${rows[0]?.fate}`
}

/** Signs in through the first business's provider, which returns the target's address. */
const byProvider = async ({ world, idp, providers }: Targets, email: string): Outcome => {
  const headers = { origin: 'http://localhost:3000' }
  const begun = await world.app.inject({
    method: 'POST',
    url: `/api/auth/providers/${providers.own}/begin/`,
    headers,
    payload: {},
  })
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  idp.accounts.set(email, { email, email_verified: true })
  const query = await idp.walk(begun.json<{ url: string }>().url, email)
  const done = await world.app.inject({
    method: 'POST',
    url: '/api/auth/providers/finish/',
    headers: { ...headers, cookie },
    payload: { query, provider: providers.own },
  })
  return done.statusCode === 200 ? 'ok' : (done.json<{ code: string }>().code ?? '')
}

export const PERSON_ACTS: readonly PersonAct[] = [
  {
    calls: [people.getAdminPerson, people.listPeople],
    says: 'Посмотреть',
    askers: BOTH,
    play: async (t, asker, target) => {
      const seen = await codeOf(t.as[asker](people.getAdminPerson, of(target)))
      const { results } = await t.as[asker](people.listPeople, { query: { search: target.login } })
      const isListed = results.some(({ id }) => id === target.id)
      return isListed === (seen === 'ok') ? seen : `${seen}, в списке: ${isListed}`
    },
  },
  {
    calls: [people.inviteAgain],
    says: 'Дать ссылку для нового пароля',
    askers: BOTH,
    play: (t, asker, target) => codeOf(t.as[asker](people.inviteAgain, { ...of(target), body: {} })),
  },
  {
    calls: [people.inviteMany],
    says: 'Дать приглашение вместе с другими',
    askers: BOTH,
    play: async (t, asker, { id }) => {
      await t.world.sql`update people set joined_at = null where id = ${id}`
      return codeOf(t.as[asker](people.inviteMany, { body: { ids: [id] } }))
    },
  },
  {
    calls: [people.inviteAgain],
    says: 'Открыть ссылку, данную раньше, когда у человека не было ничего лишнего',
    askers: BOTH,
    play: async (t, asker, _target, excess) => {
      if (excess === 'self' || excess === 'foreign') return '—'
      const plain = await t.makeTarget('none', asker)
      const { link } = await t.as[asker](people.inviteAgain, { ...of(plain), body: {} })
      await t.raise(plain.id, excess)
      const key = new URL(link).searchParams.get('key') ?? ''
      return codeOf(t.world.as({})(acceptInvitation, { body: { key, password: 'Vesna-v-Buxare-24' } }))
    },
  },
  {
    calls: [people.setPersonAccess],
    says: 'Назначить рестораны и роли',
    askers: BOTH,
    play: (t, asker, target) =>
      codeOf(
        t.as[asker](people.setPersonAccess, { ...of(target), body: { restaurants: [{ id: t.walls.r11 }] } }),
      ),
  },
  {
    calls: [people.addToRestaurants],
    says: 'Добавить в ресторан вместе с другими',
    askers: BOTH,
    play: (t, asker, { id }) =>
      codeOf(t.as[asker](people.addToRestaurants, { body: { ids: [id], add: [t.walls.r11] } })),
  },
  {
    calls: [people.disablePerson],
    says: 'Отключить',
    askers: BOTH,
    play: (t, asker, target) => codeOf(t.as[asker](people.disablePerson, of(target))),
  },
  {
    calls: [people.enablePerson],
    says: 'Вернуть',
    askers: BOTH,
    play: (t, asker, target) => codeOf(t.as[asker](people.enablePerson, of(target))),
  },
  {
    calls: [checkPeopleImport],
    says: 'Переименовать файлом',
    askers: BOTH,
    play: (t, asker, { login: email }) => rowFate(t, asker, { name: 'Другой', email, phone: '', places: '' }),
  },
  {
    calls: [checkPeopleImport],
    says: 'Вписать телефон файлом, пока не вошёл',
    askers: BOTH,
    play: async (t, asker, { id, login: email, phone }) => {
      await t.world.sql`update people set phone = null, joined_at = null where id = ${id}`
      return rowFate(t, asker, { name: '', email, phone, places: '' })
    },
  },
  {
    calls: [checkPeopleImport],
    says: 'Вписать телефон файлом тому, кто уже вошёл',
    askers: BOTH,
    play: async (t, asker, { id, login: email, phone }) => {
      await t.world.sql`update people set phone = null where id = ${id}`
      return rowFate(t, asker, { name: '', email, phone, places: '' })
    },
  },
  {
    calls: [checkPeopleImport],
    says: 'Назначить рестораны файлом',
    askers: ADMIN,
    play: (t, asker, { login: email }) =>
      rowFate(t, asker, { name: '', email, phone: '', places: 'Ресторан 12' }),
  },
  {
    calls: [people.invitePerson],
    says: 'Пригласить нового с его почтой',
    askers: BOTH,
    play: (t, asker, { login: email }) => {
      const body = { first_name: 'Новый', email, restaurants: [{ id: t.walls.r11 }] }
      return codeOf(t.as[asker](people.invitePerson, { body }))
    },
  },
  {
    calls: [admitNewcomer],
    says: 'Принять по плакату: телефон подтвердил он сам',
    askers: BOTH,
    play: async (t, asker, { phone }) => {
      const requestId = await t.addJoinRequest(t.walls.r11, phone)
      return codeOf(t.as[asker](admitNewcomer, { params: { requestId } }))
    },
  },
  {
    calls: [people.resetSecondStep],
    says: 'Сбросить второй шаг',
    askers: ADMIN,
    play: (t, asker, target) => codeOf(t.as[asker](people.resetSecondStep, of(target))),
  },
  {
    calls: [exportPersonData],
    says: 'Выгрузить архив данных',
    askers: ADMIN,
    play: (t, asker, target) => codeOf(t.as[asker](exportPersonData, of(target))),
  },
  {
    calls: [erasePerson],
    says: 'Удалить данные',
    askers: ADMIN,
    play: (t, asker, target) => codeOf(t.as[asker](erasePerson, of(target))),
  },
  {
    calls: [refuseErasure],
    says: 'Отказать в удалении данных',
    askers: ADMIN,
    play: (t, asker, target) => codeOf(t.as[asker](refuseErasure, of(target))),
  },
  {
    calls: [revokeApiKey],
    says: 'Отозвать его ключ API',
    askers: ADMIN,
    play: async (t, asker, { id, business_id }) => {
      const { key, prefix } = newApiKey()
      const [row] = await t.world.sql<{ id: string }[]>`
        insert into api_keys (business_id, person_id, name, prefix, key_hash, scopes)
        values (${business_id}, ${id}, 'Обмен', ${prefix}, ${apiKeyHash(key)}, '{agent}') returning id`
      return codeOf(t.as[asker](revokeApiKey, { params: { keyId: row?.id ?? '' } }))
    },
  },
  {
    calls: [],
    says: 'Войти за него провайдером входа, который назвал администратор',
    askers: ADMIN,
    play: (t, _asker, { login }) => byProvider(t, login),
  },
]
