import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { findGroup, makeScimGroups } from './groups.keep.ts'
import { filterOf, groupAnswer, patched, wantedOf } from './groups.shapes.ts'
import { listGroupRows, listMembers } from './groups.sql.ts'
import { LIST, pageOf } from './shapes.ts'

const BODY_MAX = 1024 * 1024

type Asked = FastifyRequest<{
  Params: { id: string }
  Querystring: { filter?: string; startIndex?: string; count?: string; excludedAttributes?: string }
}>

interface Parts {
  /** The URL path of the SCIM calls. */
  root: string
  base: string
  manager: (request: FastifyRequest) => PeopleManager
  answer: (reply: FastifyReply, body: object, status?: number) => FastifyReply
}

/**
 * SCIM groups. Their members are stored as sent. A group with the name of a restaurant of the business adds its members
 * there as plain staff, and removes them again; groups give nothing more.
 */
export const serveScimGroups = (scim: FastifyInstance, deps: Deps, parts: Parts): void => {
  const { sql } = deps
  const { base, manager, answer } = parts
  const path = `${parts.root}/Groups`
  const groups = makeScimGroups(deps)

  const by = (request: FastifyRequest) => ({ who: manager(request), request })
  const readGroup = async (request: FastifyRequest, id: string) =>
    groupAnswer(base, await findGroup(sql, manager(request), id), await listMembers(sql, [id]))

  scim.get(path, async (request: Asked, reply) => {
    const { filter, excludedAttributes = '' } = request.query
    const { offset, limit } = pageOf(request.query)
    const { business_id } = manager(request)
    const asked = { business_id, filter: filterOf(filter), offset, limit }
    const { rows, total } = await listGroupRows(sql, asked)
    const ids = rows.map(({ id }) => id)
    const isBare = /(?:^|,)\s*members\s*(?:,|$)/i.test(excludedAttributes)
    const all = isBare ? null : Map.groupBy(await listMembers(sql, ids), ({ group_id }) => group_id)
    return answer(reply, {
      schemas: [LIST],
      totalResults: total,
      startIndex: offset + 1,
      itemsPerPage: rows.length,
      Resources: rows.map((row) => groupAnswer(base, row, all && (all.get(row.id) ?? []))),
    })
  })
  scim.get(`${path}/:id`, async (request: Asked, reply) =>
    answer(reply, await readGroup(request, request.params.id)),
  )
  scim.post(path, { bodyLimit: BODY_MAX }, async (request, reply) => {
    const id = await groups.add(by(request), wantedOf(request.body))
    return answer(reply, await readGroup(request, id), 201)
  })
  scim.put(`${path}/:id`, { bodyLimit: BODY_MAX }, async (request: Asked, reply) => {
    const wanted = wantedOf(request.body)
    const id = await groups.change(by(request), request.params.id, () => wanted)
    return answer(reply, await readGroup(request, id))
  })
  scim.patch(`${path}/:id`, { bodyLimit: BODY_MAX }, async (request: Asked, reply) => {
    const id = await groups.change(by(request), request.params.id, (before) => patched(before, request.body))
    return answer(reply, await readGroup(request, id))
  })
  scim.delete(`${path}/:id`, async (request: Asked, reply) => {
    await groups.remove(by(request), request.params.id)
    return reply.code(204).send()
  })
}
