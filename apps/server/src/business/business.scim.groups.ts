import { isStorable, oneLine } from '@podmoga/contract/fields'
import { isUuid } from '@podmoga/contract/uuid'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { writeAudits } from '../db/audit.ts'
import type { Db } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { isRowId, refuse } from '../http/refuse.ts'
import type { Keeper } from '../http/who.ts'
import { isTaken } from '../profile/profile.sql.ts'
import { noteRevoked } from '../session/session.revoked.ts'
import { lockPeople } from './business.people.sql.ts'
import {
  changeMembers,
  countGroups,
  deleteGroup,
  type GroupFilter,
  type GroupRow,
  givePlaces,
  insertGroup,
  listGroupRows,
  listMembers,
  type MemberRow,
  ownPeople,
  restaurantCalled,
  takePlaces,
  updateGroup,
} from './business.scim.groups.sql.ts'
import { LIST, pageOf, parseScim, ScimPatch } from './business.scim.shapes.ts'

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const MEMBERS_MAX = 10_000
const GROUPS_MAX = 1000
const BODY_MAX = 1024 * 1024
const NAME_MAX = 200

const Text = z.string().max(254).refine(isStorable)
const Members = z.array(z.looseObject({ value: Text })).max(MEMBERS_MAX)
const ScimGroup = z.looseObject({
  displayName: Text.transform(oneLine).pipe(z.string().min(1).max(NAME_MAX)),
  externalId: Text.nullish(),
  members: Members.nullish(),
})
/** A group as it should be. */
interface Wanted {
  display_name: string
  external_id: string | null
  members: ReadonlySet<string>
}

const bad = (message: string) => refuse('invalid', { message })

const filterOf = (text: string | undefined): GroupFilter => {
  if (text === undefined || text === '') return {}
  const found = /^\s*(displayName|externalId|id)\s+eq\s+"([^"\\]{0,254})"\s*$/i.exec(text)
  if (found === null || !isStorable(text))
    throw bad('Такой фильтр не поддерживается. Можно: displayName, externalId, id eq "…".')
  const [, name = '', value = ''] = found
  if (/^externalid$/i.test(name)) return { external_id: value }
  if (/^displayname$/i.test(name)) return { display_name: value }
  return { id: isUuid(value.toLowerCase()) ? value : '00000000-0000-0000-0000-000000000000' }
}

const wantedOf = (body: unknown): Wanted => {
  const { displayName, externalId, members } = parseScim(ScimGroup, body)
  return {
    display_name: displayName,
    external_id: externalId ?? null,
    members: new Set(members?.map(({ value }) => value)),
  }
}

/** The group as it would be after a list of changes; attributes of no use here are passed over. */
const patched = (before: Wanted, body: unknown): Wanted => {
  const members = new Set(before.members)
  const facts: Record<string, unknown> = { displayName: before.display_name, externalId: before.external_id }
  const idsOf = (value: unknown): string[] =>
    parseScim(Members, Array.isArray(value) ? value : [value]).map((one) => one.value)
  const apply = (op: string, path: string, value: unknown): void => {
    const one = /^members\[\s*value\s+eq\s+"([^"]{1,64})"\s*\]$/i.exec(path)?.[1]
    const name = path.toLowerCase()
    if (one !== undefined) {
      if (op === 'remove') members.delete(one)
    } else if (name === 'members') {
      if (op === 'replace' || (op === 'remove' && value === undefined)) members.clear()
      if (op === 'remove') for (const id of value === undefined ? [] : idsOf(value)) members.delete(id)
      else for (const id of idsOf(value)) members.add(id)
    } else if (name === 'displayname') facts.displayName = value
    else if (name === 'externalid') facts.externalId = op === 'remove' ? null : value
  }
  for (const { op, path, value } of parseScim(ScimPatch, body).Operations)
    if (path !== undefined) apply(op, path, value)
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) apply(op, name, one)
  return { ...wantedOf(facts), members }
}

type Asked = FastifyRequest<{
  Params: { id: string }
  Querystring: { filter?: string; startIndex?: string; count?: string; excludedAttributes?: string }
}>

interface Parts {
  /** Where the directory's calls begin. */
  root: string
  base: string
  keeper: (request: FastifyRequest) => Keeper
  answer: (reply: FastifyReply, body: object, status?: number) => FastifyReply
}

/**
 * The directory's groups. Membership is kept as it is told; a group called like a restaurant of the business gives its
 * members a place there as staff, and takes it away. No group gives more than that.
 */
export const serveScimGroups = (scim: FastifyInstance, { sql, clock }: Deps, parts: Parts): void => {
  const { base, keeper, answer } = parts
  const path = `${parts.root}/Groups`

  const wire = (row: GroupRow, members: readonly MemberRow[] | null) => ({
    schemas: [GROUP],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.display_name,
    ...(members === null
      ? {}
      : {
          members: members.map(({ person_id, name }) => ({
            value: person_id,
            display: name,
            type: 'User',
            $ref: `${base}/Users/${person_id}`,
          })),
        }),
    meta: {
      resourceType: 'Group',
      created: row.created_at.toISOString(),
      location: `${base}/Groups/${row.id}`,
    },
  })

  const find = async (db: Db, who: Keeper, id: string): Promise<GroupRow> => {
    if (!isUuid(id.toLowerCase())) throw refuse('not_found')
    const { business_id } = who
    const { rows } = await listGroupRows(db, { business_id, filter: { id }, offset: 0, limit: 1 })
    if (rows[0] === undefined) throw refuse('not_found')
    return rows[0]
  }
  const told = async (who: Keeper, id: string) => wire(await find(sql, who, id), await listMembers(sql, [id]))

  /** One change at a time among a business's people, and everybody's access anew after it. */
  const alone = async (
    who: Keeper,
    work: (tx: Db) => Promise<{ id: string; changed: readonly string[] }>,
  ) => {
    const { id, changed } = await sql
      .begin(async (tx) => {
        await lockPeople(tx, who.business_id)
        return work(tx)
      })
      .catch((error: unknown) => {
        throw isTaken(error) ? refuse('address_taken', { message: 'Такая группа уже есть.' }) : error
      })
    for (const person_id of changed) noteRevoked(person_id)
    return id
  }

  /** Makes places and members what is wanted; answers whose access that changed. */
  const settle = async (
    tx: Db,
    who: Keeper,
    request: FastifyRequest,
    before: { id: string; restaurant_id: string | null; members: ReadonlySet<string> },
    after: { restaurant_id: string | null; members: ReadonlySet<string> },
  ): Promise<string[]> => {
    const add = [...after.members].filter((one) => !before.members.has(one))
    const remove = [...before.members].filter((one) => !after.members.has(one))
    const { business_id } = who
    if (!add.every(isRowId) || (await ownPeople(tx, { business_id, ids: add })).length !== add.length)
      throw bad('В группе назван сотрудник, которого здесь нет.')
    await changeMembers(tx, { id: before.id, add, remove })
    const isMoved = before.restaurant_id !== after.restaurant_id
    const gone = isMoved ? [...before.members] : remove
    const come = isMoved ? [...after.members] : add
    const changes: { person_id: string; restaurant_id: string; what: 'added' | 'removed' }[] = []
    const note = (what: 'added' | 'removed', restaurant_id: string, ids: readonly string[]) =>
      changes.push(...ids.map((person_id) => ({ person_id, restaurant_id, what })))
    const { restaurant_id: old } = before
    if (old !== null && gone.length > 0)
      note('removed', old, await takePlaces(tx, { restaurant_id: old, person_ids: gone }))
    const { restaurant_id: now } = after
    if (now !== null && come.length > 0)
      note('added', now, await givePlaces(tx, { restaurant_id: now, person_ids: come }))
    await writeAudits(
      tx,
      changes.map(({ person_id, restaurant_id, what }) => ({
        at: clock.now(),
        event: 'access_changed',
        person_id: who.person_id,
        business_id,
        ip: request.ip,
        request_id: request.id,
        subject: `person ${person_id}`,
        after: { [what]: [restaurant_id], send: 'SCIM' },
      })),
    )
    return changes.map(({ person_id }) => person_id)
  }

  const change = (request: Asked, decide: (before: Wanted) => Wanted): Promise<string> => {
    const who = keeper(request)
    return alone(who, async (tx) => {
      const row = await find(tx, who, request.params.id)
      const { id, external_id, display_name, restaurant_id } = row
      const members = new Set((await listMembers(tx, [id])).map(({ person_id }) => person_id))
      const wanted = decide({ display_name, external_id, members })
      if (wanted.members.size > MEMBERS_MAX) throw bad(`В группе не больше ${MEMBERS_MAX} человек.`)
      const name = wanted.display_name
      const place = await restaurantCalled(tx, { business_id: who.business_id, name })
      await updateGroup(tx, { ...wanted, id, restaurant_id: place })
      const after = { restaurant_id: place, members: wanted.members }
      return { id, changed: await settle(tx, who, request, { id, restaurant_id, members }, after) }
    })
  }

  scim.get(path, async (request: Asked, reply) => {
    const { filter, excludedAttributes = '' } = request.query
    const { offset, limit } = pageOf(request.query)
    const { business_id } = keeper(request)
    const asked = { business_id, filter: filterOf(filter), offset, limit }
    const { rows, total } = await listGroupRows(sql, asked)
    const isBare = /(?:^|,)\s*members\s*(?:,|$)/i.test(excludedAttributes)
    const all = isBare
      ? null
      : Map.groupBy(
          await listMembers(
            sql,
            rows.map(({ id }) => id),
          ),
          (one) => one.group_id,
        )
    return answer(reply, {
      schemas: [LIST],
      totalResults: total,
      startIndex: offset + 1,
      itemsPerPage: rows.length,
      Resources: rows.map((row) => wire(row, all === null ? null : (all.get(row.id) ?? []))),
    })
  })
  scim.get(`${path}/:id`, async (request: Asked, reply) =>
    answer(reply, await told(keeper(request), request.params.id)),
  )
  scim.post(path, { bodyLimit: BODY_MAX }, async (request, reply) => {
    const who = keeper(request)
    const wanted = wantedOf(request.body)
    const id = await alone(who, async (tx) => {
      const { business_id } = who
      if ((await countGroups(tx, business_id)) >= GROUPS_MAX) throw bad(`Групп не больше ${GROUPS_MAX}.`)
      const restaurant_id = await restaurantCalled(tx, { business_id, name: wanted.display_name })
      const made = await insertGroup(tx, { ...wanted, business_id, restaurant_id, now: clock.now() })
      const before = { id: made, restaurant_id, members: new Set<string>() }
      const after = { restaurant_id, members: wanted.members }
      return { id: made, changed: await settle(tx, who, request, before, after) }
    })
    return answer(reply, await told(who, id), 201)
  })
  scim.put(`${path}/:id`, { bodyLimit: BODY_MAX }, async (request: Asked, reply) => {
    const wanted = wantedOf(request.body)
    return answer(reply, await told(keeper(request), await change(request, () => wanted)))
  })
  scim.patch(`${path}/:id`, { bodyLimit: BODY_MAX }, async (request: Asked, reply) => {
    const id = await change(request, (before) => patched(before, request.body))
    return answer(reply, await told(keeper(request), id))
  })
  scim.delete(`${path}/:id`, async (request: Asked, reply) => {
    const who = keeper(request)
    await alone(who, async (tx) => {
      const { id, restaurant_id } = await find(tx, who, request.params.id)
      const members = new Set((await listMembers(tx, [id])).map(({ person_id }) => person_id))
      const nobody = { restaurant_id, members: new Set<string>() }
      const changed = await settle(tx, who, request, { id, restaurant_id, members }, nobody)
      await deleteGroup(tx, id)
      return { id, changed }
    })
    return reply.code(204).send()
  })
}
