import { Refusal } from '@podmoga/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { refusalOf } from '../../http/errors.ts'
import type { Identify, PeopleManager } from '../../http/principals.ts'
import { rateSubject } from '../../http/rates.ts'
import { refuse } from '../../http/refuse.ts'
import { serveScimGroups } from './groups.ts'
import {
  filterOf,
  LIST,
  PAGE_MAX,
  PROBLEM,
  pageOf,
  parseScim,
  patched,
  ScimPatch,
  ScimUser,
  userAnswer,
} from './shapes.ts'
import { makeScimUsers } from './users.keep.ts'

const ROOT = '/api/scim/v2'
const TYPE = 'application/scim+json; charset=utf-8'
const ONLY_KEYS = 'Каталогу нужен ключ API с правом SCIM: его делает администратор в «Ключах».'

type Asked = FastifyRequest<{
  Params: { id: string }
  Querystring: { filter?: string; startIndex?: string; count?: string }
}>

const sendProblem = (reply: FastifyReply, error: unknown): FastifyReply => {
  const refusal = error instanceof Refusal ? error : refusalOf(error)
  if (refusal.retry_after !== null) reply.header('retry-after', Math.max(1, Math.ceil(refusal.retry_after)))
  const kinds: Record<string, string> = { address_taken: 'uniqueness', invalid: 'invalidValue' }
  const scimType = kinds[refusal.code]
  return reply
    .code(refusal.status)
    .type(TYPE)
    .serializer((body: unknown) => JSON.stringify(body))
    .send({
      schemas: [PROBLEM],
      status: String(refusal.status),
      detail: refusal.message,
      ...(scimType === undefined ? {} : { scimType }),
    })
}

/** SCIM 2.0 users and groups for the company's directory, with an API key of the scope `scim`. */
export const serveScim = (app: FastifyInstance, deps: Deps, identify: Identify): void => {
  const { config } = deps
  const base = `${config.public_url}${ROOT}`
  const users = makeScimUsers(deps)

  void app.register(async (scim) => {
    scim.setErrorHandler((error, request, reply) => {
      if (refusalOf(error).status >= 500) request.log.error({ err: error }, 'request failed')
      return sendProblem(reply, error)
    })
    scim.addHook('onRequest', async (request) => {
      const who = await identify(request, 'admin', ['scim'])
      request.who = who
      if (who !== null) await deps.rates.take('requests', rateSubject(who), config.REQUESTS_PER_MINUTE, 60)
      // Every call here would need a confirmation in a browser session, so only API keys are accepted.
      if (who?.key === undefined) throw refuse('forbidden', { message: ONLY_KEYS })
    })
    const manager = (request: FastifyRequest) => request.who as PeopleManager
    const answer = (reply: FastifyReply, body: object, status = 200) =>
      reply
        .code(status)
        .type(TYPE)
        .serializer((value: unknown) => JSON.stringify(value))
        .send(body)

    scim.get(`${ROOT}/ServiceProviderConfig`, (_request, reply) =>
      answer(reply, {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        patch: { supported: true },
        bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
        filter: { supported: true, maxResults: PAGE_MAX },
        changePassword: { supported: false },
        sort: { supported: false },
        etag: { supported: false },
        authenticationSchemes: [
          { type: 'oauthbearertoken', name: 'Ключ API', description: 'Ключ API с правом scim' },
        ],
      }),
    )
    serveScimGroups(scim, deps, { root: ROOT, base, manager, answer })
    scim.get(`${ROOT}/Users`, async (request: Asked, reply) => {
      const { offset, limit } = pageOf(request.query)
      const filter = filterOf(request.query.filter)
      const { rows, total } = await users.list(manager(request), filter, offset, limit)
      return answer(reply, {
        schemas: [LIST],
        totalResults: total,
        startIndex: offset + 1,
        itemsPerPage: rows.length,
        Resources: rows.map((row) => userAnswer(row, base)),
      })
    })
    scim.get(`${ROOT}/Users/:id`, async (request: Asked, reply) =>
      answer(reply, userAnswer(await users.find(manager(request), request.params.id), base)),
    )
    scim.post(`${ROOT}/Users`, async (request, reply) => {
      const id = await users.add(manager(request), request, parseScim(ScimUser, request.body))
      return answer(reply, userAnswer(await users.find(manager(request), id), base), 201)
    })
    scim.put(`${ROOT}/Users/:id`, async (request: Asked, reply) => {
      await users.change(manager(request), request, request.params.id, () =>
        parseScim(ScimUser, request.body),
      )
      return answer(reply, userAnswer(await users.find(manager(request), request.params.id), base))
    })
    scim.patch(`${ROOT}/Users/:id`, async (request: Asked, reply) => {
      const changes = parseScim(ScimPatch, request.body)
      await users.change(manager(request), request, request.params.id, (row) =>
        patched(parseScim(ScimUser, userAnswer(row, base)), changes),
      )
      return answer(reply, userAnswer(await users.find(manager(request), request.params.id), base))
    })
    scim.delete(`${ROOT}/Users/:id`, async (request: Asked, reply) => {
      await users.giveUp(manager(request), request, request.params.id)
      return reply.code(204).send()
    })
  })
}
