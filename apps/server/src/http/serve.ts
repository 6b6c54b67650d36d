import type { Call } from '@podmoga/contract/client'
import type { Answer, Auth, EndpointDeclaration, HandlerInput } from '@podmoga/contract/endpoint'
import { cutCardNumbers } from '@podmoga/contract/fields/card-number'
import { setStoredText } from '@podmoga/contract/fields/written'
import { COMMON_REFUSALS, Refusal, type RefusalCode } from '@podmoga/contract/refusals'
import { keyScopesOf, kindsOf } from '@podmoga/contract/rights'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type CreateOnce, type Once, onceOf } from './idempotent.ts'
import type { Identify, Person, Who } from './principals.ts'
import { refuse } from './refuse.ts'
import type { Multipart, ReadMultipart, ReceivedFile } from './uploads.ts'

// Card numbers are masked before handlers run, so a full number never reaches a row, the index, the log, a letter or a push.
setStoredText(cutCardNumbers)

/** The handler's input: parsed data, the identified caller, checked files. */
export type Context<D extends EndpointDeclaration> = HandlerInput<D> & {
  who: Who<D['auth']>
  files: ReceivedFile[]
  /** Only for calls that create: the rows and files are written once for each Idempotency-Key of the person. */
  once: D extends { creates: true } ? Once : never
  /**
   * Only for calls that are `confirmed` sometimes: refuses `confirmation_needed` unless the caller confirmed their identity
   * recently.
   */
  confirm: D extends { confirmed: 'sometimes' } ? () => Promise<void> : never
  request: FastifyRequest
  reply: FastifyReply
  log: FastifyBaseLogger
}

export type Handler<D extends EndpointDeclaration> = (
  context: Context<D>,
) => Promise<z.input<D['answer']> | Answer<D>>

/** Serves one call of the contract. */
export type On = <D extends EndpointDeclaration>(declaration: D, handler: Handler<D>) => void

/**
 * The contract's client for calls made inside another request, for the same caller. They are parsed, answered and stripped to the
 * contract's answer as if each had been requested by itself. Only GET calls whose `auth` is `person` or that of the outer call:
 * the caller is already identified for these.
 */
export type AskAs = (
  context: Pick<Context<EndpointDeclaration>, 'who' | 'request' | 'reply' | 'log'>,
  auth: 'staff' | 'agent',
) => Call

export interface ServeParts {
  identify: Identify
  readMultipart: ReadMultipart
  createOnce: CreateOnce
  /** Counts the request against the person's rate; refuses `too_often`. */
  countRequest: (who: Person) => Promise<void>
  /** Refuses `confirmation_needed` unless the caller confirmed their identity in the last minutes. */
  requireConfirmed: (who: Person) => Promise<void>
  /** In tests, a refusal that the contract does not declare fails the request. */
  strict: boolean
}

const AUTH_REFUSALS: Record<Auth, readonly RefusalCode[]> = {
  public: [],
  person: ['unauthorized', 'token_expired'],
  staff: ['unauthorized', 'token_expired', 'forbidden', 'subscription_expired'],
  agent: ['unauthorized', 'token_expired', 'forbidden', 'second_step_needed'],
  editor: ['unauthorized', 'token_expired', 'forbidden', 'second_step_needed'],
  desk: ['unauthorized', 'token_expired', 'forbidden', 'second_step_needed'],
  manager: ['unauthorized', 'token_expired', 'forbidden', 'second_step_needed'],
  admin: ['unauthorized', 'token_expired', 'forbidden', 'second_step_needed'],
  operator: ['unauthorized', 'token_expired', 'forbidden', 'second_step_needed'],
}

const fieldsOf = (error: z.ZodError): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const name = issue.path[0]
    // Only our own text: the library's English message is never shown.
    const text = /[а-яё]/i.test(issue.message) ? issue.message : 'Недопустимое значение'
    if (name !== undefined && !Object.hasOwn(fields, String(name))) fields[String(name)] = text
  }
  return fields
}

const parse = <S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> => {
  if (schema === undefined) return {} as z.output<S>
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = fieldsOf(parsed.error)
  throw Object.keys(fields).length > 0 ? refuse('invalid', { fields }) : refuse('bad_request')
}

const isMultipart = (request: FastifyRequest): boolean =>
  /^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')

/** Makes the route handler for an identified caller: parses the request, calls the handler, removes temporary files. */
const makeAnswer = (
  declaration: EndpointDeclaration,
  handler: Handler<EndpointDeclaration>,
  parts: ServeParts,
) => {
  const takesForm = declaration.form !== undefined || declaration.files !== undefined

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const who = request.who ?? null
    const params = parseParams(declaration, request.params)
    const query = parse(declaration.query, request.query)
    let multipart: Multipart | null = null
    try {
      if (takesForm) {
        if (!isMultipart(request))
          throw refuse('unsupported_type', { message: 'Здесь нужна форма multipart.' })
        multipart = await parts.readMultipart(
          request,
          declaration.files ?? { field: '', kind: 'attachments' },
        )
      } else if (isMultipart(request)) throw refuse('unsupported_type', { message: 'Здесь нужен JSON.' })
      const body = parse(declaration.body, request.body ?? (declaration.is_body_optional ? {} : undefined))
      const form = parse(declaration.form, multipart?.fields ?? {})
      const files = multipart?.files ?? []
      const result = await handler({
        who: who as never,
        params,
        query,
        body,
        form,
        files,
        confirm: async () => (who === null ? undefined : parts.requireConfirmed(who)),
        once: onceOf(parts.createOnce, declaration, { who, params, body, form, files, request }),
        request,
        reply,
        log: request.log,
      } as never)
      return result
    } finally {
      await multipart?.discard()
    }
  }
}

/** Runs one call inside another request; see {@link AskAs}. */
const makeAskAs =
  (handlers: ReadonlyMap<string, Handler<EndpointDeclaration>>): AskAs =>
  ({ who, request, reply, log }, auth) =>
  async (declaration, input) => {
    const handler = handlers.get(declaration.name)
    const isKnown = declaration.auth === auth || declaration.auth === 'person'
    if (handler === undefined || !isKnown || declaration.method !== 'GET')
      throw new Error(`${declaration.name} is nothing to ask from here`)
    const given = input as { params?: unknown; query?: unknown }
    const result = await handler({
      who,
      params: parseParams(declaration, given.params ?? {}),
      query: parse(declaration.query, given.query ?? {}),
      body: {},
      form: {},
      files: [],
      once: undefined,
      request,
      reply,
      log,
    } as never)
    return declaration.answer.parse(result) as never
  }

/** Makes `on`, which registers a declared call and its handler as a route below /api/, and {@link AskAs}. */
export const makeOn = (app: FastifyInstance, parts: ServeParts): { on: On; askAs: AskAs } => {
  const handlers = new Map<string, Handler<EndpointDeclaration>>()
  const on: On = (declaration, handler) => {
    handlers.set(declaration.name, handler as never)
    const answer = makeAnswer(declaration, handler as never, parts)
    const allowed = new Set<RefusalCode>([
      ...COMMON_REFUSALS,
      ...kindsOf(declaration).flatMap((kind) => AUTH_REFUSALS[kind]),
      ...(declaration.confirmed === undefined ? [] : (['confirmation_needed'] as const)),
      ...declaration.refusals,
    ])
    const key_scopes = keyScopesOf(declaration)

    /** The caller and their rate are checked before the body is parsed, so that an anonymous 2 MB body costs nothing. */
    const admit = async (request: FastifyRequest): Promise<void> => {
      const who = await parts.identify(request, declaration.auth, key_scopes)
      request.who = who
      if (who === null) return
      await parts.countRequest(who)
      if (declaration.confirmed === 'always') await parts.requireConfirmed(who)
    }

    const strictly = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        if (parts.strict && error instanceof Refusal && !allowed.has(error.code as RefusalCode))
          throw new Error(`${declaration.name} refused with an undeclared code: ${error.code}`, {
            cause: error,
          })
        throw error
      }
    }

    for (const path of [declaration.path, declaration.former_path ?? []].flat())
      app.route({
        method: declaration.method,
        url: `/api/${path}`,
        config: { call: declaration.name, compressed: declaration.compressed === true },
        ...(declaration.body_max === undefined ? {} : { bodyLimit: declaration.body_max }),
        schema: { response: { 200: declaration.answer } },
        onRequest: (request) => strictly(() => admit(request)),
        handler: (request, reply) => strictly(() => answer(request, reply)),
      })
  }
  return { on, askAs: makeAskAs(handlers) }
}

const parseParams = (declaration: EndpointDeclaration, given: unknown): Record<string, unknown> => {
  if (declaration.params === undefined) return {}
  const parsed = declaration.params.safeParse(given)
  // A malformed id is answered like an unknown one.
  if (!parsed.success) throw refuse(declaration.refusals.includes('not_found') ? 'not_found' : 'bad_request')
  return parsed.data
}
