import type { Auth, EndpointDeclaration } from '@podmoga/contract/endpoint'
import { EVENTS, EVENTS_PATH } from '@podmoga/contract/events'
import {
  COMMON_REFUSALS,
  REFUSALS,
  type RefusalCode,
  refusalStatus,
  refusalText,
} from '@podmoga/contract/refusals'
import { keyScopesOf, kindsOf } from '@podmoga/contract/rights'
import { z } from 'zod'
import type { Operation } from './openapi.operation.ts'
import { SCIM_PATHS } from './openapi.scim.ts'

type Json = Record<string, unknown>

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Json
}

/** Required in addition to a token. */
const AUTH_TEXT: Record<Auth, string> = {
  public: '',
  person: '',
  staff: ' и заголовок AuthRestaurantId',
  agent: '; роль агента поддержки',
  editor: '; роль редактора базы знаний',
  desk: '; роль агента поддержки или редактора базы знаний',
  manager: '; администратор бизнеса или управляющий рестораном',
  admin: '; администратор бизнеса',
  operator: '; оператор установки',
}

const authText = (declaration: EndpointDeclaration): string =>
  declaration.auth === 'public'
    ? 'Без токена.'
    : `Токен доступа${kindsOf(declaration)
        .map((kind) => AUTH_TEXT[kind])
        .join('')}.`

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    // `wire` is a private keyword between the contract and this server (answer-schema.ts), not part of JSON Schema.
    override: ({ jsonSchema }) => void delete (jsonSchema as Json).wire,
  }) as Json
  delete json.$schema
  return json
}

const parametersOf = (shape: z.ZodObject | undefined, location: 'path' | 'query'): Operation['parameters'] =>
  Object.entries(shape?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path',
    schema: schemaOf(schema as z.ZodType, 'input'),
  }))

const header = (name: string, required: boolean, description: string): Operation['parameters'][number] => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const headersOf = (declaration: EndpointDeclaration): Operation['parameters'] => [
  ...(declaration.auth === 'staff'
    ? [
        header('AuthRestaurantId', true, 'Ресторан, в котором работает человек'),
        header('AuthBusinessNetwork', false, 'Сеть бизнеса'),
      ]
    : []),
  ...(declaration.creates === true
    ? [header('Idempotency-Key', false, 'UUID одной отправки; повтор с ним ничего не создаёт второй раз')]
    : []),
]

const formSchema = (declaration: EndpointDeclaration): Json => {
  const form =
    declaration.form === undefined ? { type: 'object', properties: {} } : schemaOf(declaration.form, 'input')
  const files = declaration.files
  if (files === undefined) return form
  const file = { type: 'string', format: 'binary' }
  return {
    ...form,
    properties: {
      ...(form.properties as Json),
      [files.field]: files.kind === 'attachments' ? { type: 'array', items: file } : file,
    },
  }
}

const bodyOf = (declaration: EndpointDeclaration): Operation['requestBody'] => {
  if (declaration.body !== undefined)
    return {
      required: declaration.is_body_optional !== true,
      content: { 'application/json': { schema: schemaOf(declaration.body, 'input') } },
    }
  if (declaration.form !== undefined || declaration.files !== undefined)
    return { required: true, content: { 'multipart/form-data': { schema: formSchema(declaration) } } }
  return undefined
}

const responsesOf = (declaration: EndpointDeclaration): Operation['responses'] => {
  const codes = new Set<RefusalCode>([...declaration.refusals, ...COMMON_REFUSALS])
  if (declaration.auth !== 'public')
    for (const code of ['unauthorized', 'forbidden'] as const) codes.add(code)
  if (declaration.confirmed !== undefined) codes.add('confirmation_needed')
  const responses: Operation['responses'] = {
    200: {
      description: 'Успех',
      content: { 'application/json': { schema: schemaOf(declaration.answer, 'output') } },
    },
  }
  for (const code of [...codes].sort((a, b) => refusalStatus(a) - refusalStatus(b))) {
    const status = String(refusalStatus(code))
    const line = `\`${code}\`: ${refusalText(code)}`
    const known = responses[status]
    if (known !== undefined) known.description += ` · ${line}`
    else
      responses[status] = {
        description: line,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      }
  }
  return responses
}

/** An API key is another kind of bearer token. OpenAPI's bearer schemes take no scopes, so the description lists them. */
const securityOf = (declaration: EndpointDeclaration): Operation['security'] =>
  declaration.auth === 'public'
    ? []
    : [{ bearer: [] }, ...(keyScopesOf(declaration).length === 0 ? [] : [{ api_key: [] }])]

const keyText = (declaration: EndpointDeclaration): string => {
  const scopes = keyScopesOf(declaration)
  if (scopes.length === 0) return ''
  const also =
    declaration.confirmed === undefined
      ? ''
      : declaration.confirmed === 'always'
        ? ' и roles'
        : ' (иногда и roles)'
  return ` Или ключ API с правом ${scopes.join(' либо ')}${also}.`
}

const operationOf = (declaration: EndpointDeclaration): Operation => {
  const body = bodyOf(declaration)
  return {
    operationId: declaration.name,
    summary: declaration.summary,
    description: `${authText(declaration)}${keyText(declaration)}`,
    tags: [declaration.path.split('/')[0]],
    security: securityOf(declaration),
    parameters: [
      ...parametersOf(declaration.params, 'path'),
      ...parametersOf(declaration.query, 'query'),
      ...headersOf(declaration),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(declaration),
  }
}

const refusalAnswer = (code: RefusalCode) => ({
  description: `\`${code}\`: ${refusalText(code)}`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

const refusalAnswers = (codes: readonly RefusalCode[]): Operation['responses'] =>
  Object.fromEntries(codes.map((code) => [String(refusalStatus(code)), refusalAnswer(code)]))

/** The live stream: not a JSON call, but part of the contract. */
const eventsOperation = (): Operation => ({
  operationId: 'listenToEvents',
  summary: 'Живые события ресторана',
  description: `${AUTH_TEXT.staff} Поток text/event-stream; у каждого события есть id, поле data — JSON.`,
  tags: ['events'],
  security: [{ bearer: [] }],
  parameters: [
    header('AuthRestaurantId', true, 'Ресторан, в котором работает человек'),
    header('AuthBusinessNetwork', false, 'Сеть бизнеса'),
    header('Last-Event-ID', false, 'Последнее услышанное событие: пропущенное будет досказано'),
  ],
  responses: {
    200: {
      description: Object.keys(EVENTS)
        .map((name) => `\`${name}\``)
        .join(', '),
      content: {
        'text/event-stream': {
          schema: {
            oneOf: Object.entries(EVENTS).map(([name, data]) => ({
              title: name,
              ...schemaOf(data, 'output'),
            })),
          },
        },
      },
    },
    ...refusalAnswers(['unauthorized', 'forbidden', 'too_often', 'unavailable']),
  },
})

const pathParameter = (name: string): Operation['parameters'][number] => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
})

/** The file downloads behind the links in responses. */
const fileOperation = (): Operation => ({
  operationId: 'openFile',
  summary: 'Файл по ссылке из ответа',
  description:
    'Подписанная ссылка живёт недолго и только вместе с сессией того, кому её дали; токен не нужен.',
  tags: ['files'],
  security: [],
  parameters: [
    pathParameter('token'),
    pathParameter('name'),
    header('Range', false, 'Одна часть файла: bytes=0-1023'),
  ],
  responses: {
    200: {
      description: 'Файл целиком',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    },
    206: { description: 'Часть файла', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    304: { description: 'Файл тот же, что у спросившего' },
    416: { description: 'Такой части в файле нет' },
    ...refusalAnswers(['not_found', 'unavailable']),
  },
})

/** Returns the whole contract as an OpenAPI 3.1 document. */
export const openApiOf = (
  endpoints: readonly EndpointDeclaration[],
  info: { title: string; url: string; origin: string },
): OpenApi => {
  const paths: OpenApi['paths'] = { [`/${EVENTS_PATH}`]: { get: eventsOperation() } }
  for (const declaration of endpoints) {
    const path = `/${declaration.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [declaration.method.toLowerCase()]: operationOf(declaration) }
  }
  Object.assign(paths, SCIM_PATHS)
  // Links to files start at the root of the site, not below the API.
  paths['/files/{token}/{name}'] = { get: { ...fileOperation(), servers: [{ url: info.origin }] } }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: '1',
      description: 'Каждый успешный ответ — статус 200. Отказ — одно русское предложение и код.',
    },
    servers: [{ url: info.url }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        api_key: { type: 'http', scheme: 'bearer', bearerFormat: 'podmoga_…', description: 'Ключ API' },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['error', 'code'],
          properties: {
            error: { type: 'string', description: 'Одно предложение для человека' },
            code: { type: 'string', enum: Object.keys(REFUSALS) },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            subscription_expired: { type: 'boolean' },
          },
        },
      },
    },
  }
}
