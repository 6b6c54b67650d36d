import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, PathId, Time } from '../fields/fields.ts'
import { Ok } from './knowledge-shapes.ts'

const PersonPath = z.object({ personId: PathId })

/** A path from the site's root: short-lived, and only valid for the caller. */
const DataLink = z.object({ url: z.string() })

export const getOwnData = endpoint({
  name: 'getOwnData',
  summary: 'Просил ли человек удалить свои данные',
  method: 'GET',
  path: 'users/data/',
  auth: 'person',
  answer: z.object({ erasure_asked_at: Time.nullable() }),
  refusals: [],
})

export const exportOwnData = endpoint({
  name: 'exportOwnData',
  summary: 'Ссылка на архив со всем, что хранится о вошедшем человеке',
  method: 'POST',
  path: 'users/data/export/',
  auth: 'person',
  confirmed: 'always',
  answer: DataLink,
  refusals: [],
})

export const askErasure = endpoint({
  name: 'askErasure',
  summary: 'Попросить удалить свои данные: решает администратор',
  method: 'POST',
  path: 'users/data/erasure/',
  auth: 'person',
  answer: z.object({ erasure_asked_at: Time }),
  refusals: [],
})

export const cancelErasure = endpoint({
  name: 'cancelErasure',
  summary: 'Взять просьбу об удалении данных назад',
  method: 'POST',
  path: 'users/data/erasure/cancel/',
  auth: 'person',
  answer: Ok,
  refusals: [],
})

export const listErasures = endpoint({
  name: 'listErasures',
  summary: 'Кто просил удалить свои данные, давно ждущие первыми',
  method: 'GET',
  path: 'desk/admin/erasures/',
  auth: 'admin',
  query: z.object({ after: PathId.optional() }),
  answer: z.object({
    results: z.array(
      z.object({ person_id: Id, name: z.string().nullable(), login: z.string().nullable(), asked_at: Time }),
    ),
    next: Id.nullable(),
  }),
  refusals: ['not_found'],
})

export const exportPersonData = endpoint({
  name: 'exportPersonData',
  summary: 'Ссылка на архив со всем, что хранится о человеке',
  method: 'POST',
  path: 'desk/admin/people/:personId/data/',
  auth: 'admin',
  confirmed: 'always',
  params: PersonPath,
  answer: DataLink,
  refusals: ['not_found', 'above_you'],
})

export const erasePerson = endpoint({
  name: 'erasePerson',
  summary:
    'Удалить данные человека: входов и адресов больше нет, написанное остаётся за «Удалённым сотрудником»',
  method: 'POST',
  path: 'desk/admin/people/:personId/erase/',
  auth: 'admin',
  confirmed: 'always',
  params: PersonPath,
  answer: Ok,
  refusals: ['not_found', 'above_you', 'last_admin'],
})

export const refuseErasure = endpoint({
  name: 'refuseErasure',
  summary: 'Отказать в удалении данных',
  method: 'POST',
  path: 'desk/admin/people/:personId/erase/refuse/',
  auth: 'admin',
  params: PersonPath,
  answer: Ok,
  refusals: ['not_found', 'above_you'],
})
