import type { Operation } from './openapi.operation.ts'

const TYPE = 'application/scim+json'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

type Json = Record<string, unknown>
const text: Json = { type: 'string' }
const listOf = (properties: Json): Json => ({ type: 'array', items: { type: 'object', properties } })

const SCHEMAS = {
  User: {
    type: 'object',
    description: USER,
    required: ['userName'],
    properties: {
      userName: { type: 'string', description: 'Почта или телефон: по ним человек входит' },
      externalId: text,
      name: { type: 'object', properties: { givenName: text, familyName: text } },
      displayName: text,
      active: { type: 'boolean', description: 'false — вход отключён, сессии закончены' },
      emails: listOf({ value: text, primary: { type: 'boolean' } }),
      phoneNumbers: listOf({ value: text }),
    },
  },
  Group: {
    type: 'object',
    description: GROUP,
    required: ['displayName'],
    properties: {
      displayName: { type: 'string', description: 'Названа как ресторан — даёт в нём место сотрудника' },
      externalId: text,
      members: listOf({ value: { type: 'string', description: 'id пользователя' } }),
    },
  },
  Patch: {
    type: 'object',
    description: PATCH,
    required: ['Operations'],
    properties: {
      Operations: {
        type: 'array',
        items: {
          type: 'object',
          required: ['op'],
          properties: { op: { enum: ['add', 'replace', 'remove'] }, path: text, value: {} },
        },
      },
    },
  },
} as const

const id: Operation['parameters'][number] = { name: 'id', in: 'path', required: true, schema: text }
const inQuery = (name: string, description: string): Operation['parameters'][number] => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: text,
})
const FILTER: Record<'User' | 'Group', string> = {
  User: 'userName, externalId, id или emails eq "…"',
  Group: 'displayName, externalId или id eq "…"',
}
const pageQuery = (what: 'User' | 'Group') => [
  inQuery('filter', FILTER[what]),
  inQuery('startIndex', 'С какого, считая с единицы'),
  inQuery('count', 'Сколько, не больше 100'),
]

const operation = (
  operationId: string,
  summary: string,
  {
    status = 200,
    ...more
  }: Partial<Operation> & { status?: number; body?: keyof typeof SCHEMAS; answer?: Json },
): Operation => {
  const { body, answer, parameters = [] } = more
  const content = answer === undefined ? {} : { content: { [TYPE]: { schema: answer } } }
  return {
    operationId,
    summary,
    description: 'Ключ API с правом scim. Отказ — сообщение SCIM Error с русским detail.',
    tags: ['scim'],
    security: [{ api_key: [] }],
    parameters,
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [TYPE]: { schema: SCHEMAS[body] } } } }),
    responses: {
      [String(status)]: { description: 'Успех', ...content },
      '400': { description: 'Неверное значение или фильтр' },
      '401': { description: 'Нет такого ключа' },
      '403': { description: 'У ключа нет права scim, или человек выше его создателя' },
      '404': { description: 'Нет такого' },
      '409': { description: 'Такой уже есть, или достигнут предел тарифа' },
    },
  }
}

const callsOf = (what: 'User' | 'Group', words: { many: string; one: string }) => {
  const list: Json = {
    type: 'object',
    properties: { totalResults: { type: 'integer' }, Resources: { type: 'array', items: SCHEMAS[what] } },
  }
  const answer: Json = SCHEMAS[what]
  return {
    [`/scim/v2/${what}s`]: {
      get: operation(`scimList${what}s`, `SCIM: ${words.many}`, {
        parameters: pageQuery(what),
        answer: list,
      }),
      post: operation(`scimAdd${what}`, `SCIM: добавить ${words.one}`, { body: what, answer, status: 201 }),
    },
    [`/scim/v2/${what}s/{id}`]: {
      get: operation(`scimGet${what}`, `SCIM: прочитать ${words.one}`, { parameters: [id], answer }),
      put: operation(`scimPut${what}`, `SCIM: заменить ${words.one}`, {
        parameters: [id],
        body: what,
        answer,
      }),
      patch: operation(`scimPatch${what}`, `SCIM: изменить ${words.one}`, {
        parameters: [id],
        body: 'Patch',
        answer,
      }),
      delete: operation(`scimDelete${what}`, `SCIM: убрать ${words.one}`, { parameters: [id], status: 204 }),
    },
  }
}

/** The SCIM calls of a company's directory. They are not JSON calls of the contract, but belong to the public API. */
export const SCIM_PATHS: Record<string, Record<string, Operation>> = {
  '/scim/v2/ServiceProviderConfig': {
    get: operation('scimGetConfig', 'SCIM: что умеет этот сервер', { answer: { type: 'object' } }),
  },
  ...callsOf('User', { many: 'сотрудники бизнеса', one: 'сотрудника' }),
  ...callsOf('Group', { many: 'группы каталога', one: 'группу' }),
}
