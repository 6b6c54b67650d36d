import * as admin from '@podmoga/contract/desk/admin'
import * as health from '@podmoga/contract/desk/health'
import * as imports from '@podmoga/contract/desk/imports'
import * as joining from '@podmoga/contract/desk/joining'
import * as keys from '@podmoga/contract/desk/keys'
import * as people from '@podmoga/contract/desk/people'
import * as providers from '@podmoga/contract/desk/providers'
import { apiKeyHash, newApiKey } from '../../session/session.api-keys.ts'
import { codeOf, type Outcome } from './people.testing.ts'
import { ask } from './scim.testing.ts'
import type { Asker, Targets } from './world.testing.ts'

export interface Act<Where extends string> {
  calls: readonly { name: string }[]
  says: string
  askers: readonly Asker[]
  play: (t: Targets, asker: Asker, where: Where) => Outcome
}
const BOTH = ['manager', 'admin'] as const
const ADMIN = ['admin'] as const

/** Restaurants, by their relation to a manager of the first one. */
export const RESTAURANTS = {
  r11: 'свой ресторан',
  r12: 'другой ресторан бизнеса',
  r13: 'закрытый ресторан',
  r21: 'ресторан другого бизнеса',
} as const
export type Restaurant = keyof typeof RESTAURANTS
const idOf = (t: Targets, where: Restaurant): string => (where === 'r13' ? t.r13 : t.walls[where])
const nameOf = (where: Restaurant): string => `Ресторан ${where.slice(1)}`
const on = (t: Targets, where: Restaurant) => ({ params: { restaurantId: idOf(t, where) } })

let named = 0
const fresh = (): { first_name: string; email: string } => {
  named += 1
  return { first_name: 'Новый', email: `fresh${named}@walls.test` }
}

export const RESTAURANT_ACTS: readonly Act<Restaurant>[] = [
  {
    calls: [health.getRestaurantHealth],
    says: 'Посмотреть, как там дела',
    askers: BOTH,
    play: (t, asker, where) => codeOf(t.as[asker](health.getRestaurantHealth, on(t, where))),
  },
  {
    calls: [people.invitePerson],
    says: 'Пригласить в ресторан',
    askers: BOTH,
    play: (t, asker, where) =>
      codeOf(
        t.as[asker](people.invitePerson, { body: { ...fresh(), restaurants: [{ id: idOf(t, where) }] } }),
      ),
  },
  {
    calls: [people.invitePerson],
    says: 'Пригласить управляющим',
    askers: BOTH,
    play: (t, asker, where) => {
      const restaurants = [{ id: idOf(t, where), role: 'manager' as const }]
      return codeOf(t.as[asker](people.invitePerson, { body: { ...fresh(), restaurants } }))
    },
  },
  {
    calls: [people.setPersonAccess],
    says: 'Назначить туда своего сотрудника',
    askers: BOTH,
    play: async (t, asker, where) => {
      const { id } = await t.add({})
      const restaurants = [{ id: t.walls.r11 }, ...(where === 'r11' ? [] : [{ id: idOf(t, where) }])]
      return codeOf(t.as[asker](people.setPersonAccess, { params: { personId: id }, body: { restaurants } }))
    },
  },
  {
    calls: [people.addToRestaurants],
    says: 'Добавить туда многих',
    askers: BOTH,
    play: async (t, asker, where) => {
      const { id } = await t.add({})
      return codeOf(t.as[asker](people.addToRestaurants, { body: { ids: [id], add: [idOf(t, where)] } }))
    },
  },
  {
    calls: [people.addToRestaurants],
    says: 'Убрать оттуда многих',
    askers: BOTH,
    play: async (t, asker, where) => {
      const { id } = await t.add({})
      return codeOf(t.as[asker](people.addToRestaurants, { body: { ids: [id], remove: [idOf(t, where)] } }))
    },
  },
  {
    calls: [imports.checkPeopleImport],
    says: 'Внести туда нового файлом',
    askers: BOTH,
    play: async (t, asker, where) => {
      const csv = `Имя;Фамилия;Почта;Телефон;Рестораны\nНовый;;${fresh().email};;${nameOf(where)}\n`
      const files = [new File([csv], 'люди.csv', { type: 'text/csv' })]
      const { rows } = await t.as[asker](imports.checkPeopleImport, { form: {}, files })
      return rows[0]?.fate === 'add' ? 'ok' : `${rows[0]?.fate}`
    },
  },
  {
    calls: [joining.getPoster, joining.makePoster],
    says: 'Сделать плакат',
    askers: BOTH,
    play: async (t, asker, where) => {
      const seen = await codeOf(t.as[asker](joining.getPoster, on(t, where)))
      const made = await codeOf(t.as[asker](joining.makePoster, on(t, where)))
      return seen === made ? made : `${seen}/${made}`
    },
  },
  {
    calls: [joining.makePosters],
    says: 'Собрать плакаты многих ресторанов',
    askers: BOTH,
    play: (t, asker, where) => codeOf(t.as[asker](joining.makePosters, { body: { ids: [idOf(t, where)] } })),
  },
  {
    calls: [joining.revokePoster],
    says: 'Отозвать плакат',
    askers: BOTH,
    play: (t, asker, where) => codeOf(t.as[asker](joining.revokePoster, on(t, where))),
  },
  {
    calls: [joining.listJoinRequests, joining.admitNewcomer],
    says: 'Принять просьбу о доступе',
    askers: BOTH,
    play: async (t, asker, where) => {
      const requestId = await t.addJoinRequest(idOf(t, where), t.freshPhone())
      const { results } = await t.as[asker](joining.listJoinRequests, {})
      const isListed = results.some(({ id }) => id === requestId)
      const done = await codeOf(t.as[asker](joining.admitNewcomer, { params: { requestId } }))
      return isListed === (done === 'ok') ? done : `${done}, в списке: ${isListed}`
    },
  },
  {
    calls: [joining.refuseNewcomer],
    says: 'Отказать в доступе',
    askers: BOTH,
    play: async (t, asker, where) => {
      const requestId = await t.addJoinRequest(idOf(t, where), t.freshPhone())
      return codeOf(t.as[asker](joining.refuseNewcomer, { params: { requestId } }))
    },
  },
  {
    calls: [admin.changeRestaurant],
    says: 'Изменить ресторан',
    askers: ADMIN,
    play: (t, asker, where) =>
      codeOf(t.as[asker](admin.changeRestaurant, { ...on(t, where), body: { name: nameOf(where) } })),
  },
  {
    calls: [admin.groupRestaurants],
    says: 'Добавить ресторан в группу',
    askers: ADMIN,
    play: (t, asker, where) =>
      codeOf(
        t.as[asker](admin.groupRestaurants, { body: { ids: [idOf(t, where)], add: ['Центр'], remove: [] } }),
      ),
  },
  {
    calls: [admin.archiveRestaurant, admin.restoreRestaurant],
    says: 'Закрыть ресторан и открыть снова',
    askers: ADMIN,
    play: async (t, asker, where) => {
      const shut = await codeOf(t.as[asker](admin.archiveRestaurant, on(t, where)))
      const back = await codeOf(t.as[asker](admin.restoreRestaurant, on(t, where)))
      if (where === 'r13') await t.world.sql`update restaurants set archived_at = now() where id = ${t.r13}`
      return shut === back ? shut : `${shut}/${back}`
    },
  },
  {
    calls: [providers.addProvider],
    says: 'Принимать туда новых провайдером входа',
    askers: ADMIN,
    play: async (t, asker, where) => {
      const rule = { is_enabled: false, creates: true, restaurant: idOf(t, where), domains: ['x.uz'] }
      const body = {
        ...rule,
        name: `П ${where}`,
        issuer: 'https://x.uz',
        client_id: where,
        client_secret: 'x',
      }
      return codeOf(t.as[asker](providers.addProvider, { body }))
    },
  },
]

/** Owners of a thing: the asker, a colleague in the same business, a person of another business. */
export const OWNERS = {
  own: 'своё',
  colleague: 'другого человека бизнеса',
  foreign: 'другого бизнеса',
} as const
export type Owner = keyof typeof OWNERS

const ownerOf = async (t: Targets, asker: Asker, owner: Owner) => {
  if (owner === 'own') return t.walls[asker]
  return owner === 'foreign'
    ? t.walls.admin2
    : t.add({ desk: [{ role: 'admin', business_id: t.walls.businesses.n1 }] })
}
const addImport = async (t: Targets, asker: Asker, owner: Owner) => {
  const { id, business_id } = await ownerOf(t, asker, owner)
  const [row] = await t.world.sql<{ id: string }[]>`
    insert into people_imports (business_id, created_by, file_name) values (${business_id}, ${id}, 'люди.csv')
    returning id`
  return { params: { importId: row?.id ?? '' } }
}
const providerOf = (t: Targets, owner: Owner) => ({
  params: { providerId: owner === 'foreign' ? t.providers.foreign : t.providers.own },
})

export const OWNER_ACTS: readonly Act<Owner>[] = [
  {
    calls: [imports.getPeopleImport, imports.getImportErrors, imports.runPeopleImport],
    says: 'Посмотреть и внести прочитанный файл',
    askers: BOTH,
    play: async (t, asker, owner) => {
      const of = await addImport(t, asker, owner)
      const all = [
        await codeOf(t.as[asker](imports.getPeopleImport, of)),
        await codeOf(t.as[asker](imports.getImportErrors, of)),
        await codeOf(t.as[asker](imports.runPeopleImport, { ...of, body: {} })),
      ]
      return [...new Set(all)].join('/')
    },
  },
  {
    calls: [keys.revokeApiKey],
    says: 'Отозвать ключ API',
    askers: ADMIN,
    play: async (t, asker, owner) => {
      const { id, business_id } = await ownerOf(t, asker, owner)
      const { key, prefix } = newApiKey()
      const [row] = await t.world.sql<{ id: string }[]>`
        insert into api_keys (business_id, person_id, name, prefix, key_hash, scopes)
        values (${business_id}, ${id}, 'Обмен', ${prefix}, ${apiKeyHash(key)}, '{admin}') returning id`
      return codeOf(t.as[asker](keys.revokeApiKey, { params: { keyId: row?.id ?? '' } }))
    },
  },
  {
    calls: [providers.testProvider, providers.changeProvider],
    says: 'Проверить и изменить провайдера входа',
    askers: ADMIN,
    play: async (t, asker, owner) => {
      const rule = { is_enabled: true, creates: false, restaurant: null, domains: [], client_secret: null }
      const tested = await codeOf(t.as[asker](providers.testProvider, providerOf(t, owner)))
      const body = { ...rule, name: 'Компания' }
      const changed = await codeOf(t.as[asker](providers.changeProvider, { ...providerOf(t, owner), body }))
      return tested === changed ? tested : `${tested}/${changed}`
    },
  },
  {
    calls: [providers.removeProvider],
    says: 'Убрать провайдера входа',
    askers: ADMIN,
    play: async (t, asker, owner) => {
      const { business_id } = await ownerOf(t, asker, owner)
      const [row] = await t.world.sql<{ id: string }[]>`
        insert into identity_providers (business_id, name, issuer, client_id, sealed, is_enabled, creates)
        values (${business_id}, ${`Лишний ${owner}`}, 'https://login.x.uz', ${owner}, '\\x00', false, false)
        returning id`
      return codeOf(t.as[asker](providers.removeProvider, { params: { providerId: row?.id ?? '' } }))
    },
  },
  {
    calls: [],
    says: 'Посмотреть и убрать группу каталога (ключом)',
    askers: ADMIN,
    play: async (t, asker, owner) => {
      const { business_id } = await ownerOf(t, asker, owner)
      const [row] = await t.world.sql<{ id: string }[]>`
        insert into scim_groups (business_id, display_name, created_at)
        values (${business_id}, ${`Группа ${owner}`}, now()) returning id`
      const seen = await ask(t, 'GET', `Groups/${row?.id}`)
      const gone = await ask(t, 'DELETE', `Groups/${row?.id}`)
      return seen.outcome === gone.outcome ? gone.outcome : `${seen.outcome}/${gone.outcome}`
    },
  },
]
