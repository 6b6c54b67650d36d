import { isUuid } from '@podmoga/contract/fields/uuid'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { writeAudits } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { isRowId, refuse } from '../../http/refuse.ts'
import { isTaken } from '../../profile/profile.sql.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import { lockPeople } from '../people/people.sql.ts'
import { bad, MEMBERS_MAX, type Wanted } from './groups.shapes.ts'
import {
  addMemberships,
  changeMembers,
  countGroups,
  deleteGroup,
  type GroupRow,
  insertGroup,
  listGroupRows,
  listMembers,
  ownPeople,
  removeMemberships,
  restaurantCalled,
  updateGroup,
} from './groups.sql.ts'

const GROUPS_MAX = 1000

/** The author of a change and the request, for the journal. */
interface Author {
  who: PeopleManager
  request: FastifyRequest
}
/** A group's members, and the restaurant in which it gives them memberships. */
interface GroupState {
  restaurant_id: string | null
  members: ReadonlySet<string>
}

/** A group of the business; throws `not_found`. */
export const findGroup = async (db: Db, { business_id }: PeopleManager, id: string): Promise<GroupRow> => {
  if (!isUuid(id.toLowerCase())) throw refuse('not_found')
  const { rows } = await listGroupRows(db, { business_id, filter: { id }, offset: 0, limit: 1 })
  if (rows[0] === undefined) throw refuse('not_found')
  return rows[0]
}

const membersOf = async (db: Db, id: string): Promise<Set<string>> =>
  new Set((await listMembers(db, [id])).map(({ person_id }) => person_id))

/** Adds and removes the memberships that a group gives; returns the moves. */
const moveMemberships = async (
  tx: Db,
  before: GroupState,
  after: GroupState,
  { add, remove, by }: { add: readonly string[]; remove: readonly string[]; by: string },
) => {
  const isMoved = before.restaurant_id !== after.restaurant_id
  const gone = isMoved ? [...before.members] : remove
  const come = isMoved ? [...after.members] : add
  const moves: { person_id: string; restaurant_id: string; what: 'added' | 'removed' }[] = []
  const note = (what: 'added' | 'removed', restaurant_id: string, ids: readonly string[]) =>
    moves.push(...ids.map((person_id) => ({ person_id, restaurant_id, what })))
  const { restaurant_id: old } = before
  if (old !== null && gone.length > 0)
    note('removed', old, await removeMemberships(tx, { restaurant_id: old, person_ids: gone, by }))
  const { restaurant_id: now } = after
  if (now !== null && come.length > 0)
    note('added', now, await addMemberships(tx, { restaurant_id: now, person_ids: come, by }))
  return moves
}

/**
 * The groups of a business: each change is serialized with those of its people, updates memberships and writes the
 * journal.
 */
export const makeScimGroups = ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>) => {
  /** Serializes changes of a business's people, and marks the access facts of those affected as stale. */
  const alone = async (
    { business_id }: PeopleManager,
    work: (tx: Db) => Promise<{ id: string; changed: readonly string[] }>,
  ): Promise<string> => {
    const { id, changed } = await sql
      .begin(async (tx) => {
        await lockPeople(tx, business_id)
        return work(tx)
      })
      .catch((error: unknown) => {
        throw isTaken(error) ? refuse('address_taken', { message: 'Такая группа уже есть.' }) : error
      })
    for (const person_id of changed) noteRevoked(person_id)
    return id
  }

  /** Updates members and memberships to the wanted state; returns the ids of people whose access changed. */
  const settle = async (
    tx: Db,
    { who, request }: Author,
    before: GroupState & { id: string },
    after: GroupState,
  ): Promise<string[]> => {
    const { business_id } = who
    const add = [...after.members].filter((one) => !before.members.has(one))
    const remove = [...before.members].filter((one) => !after.members.has(one))
    if (!add.every(isRowId) || (await ownPeople(tx, { business_id, ids: add })).length !== add.length)
      throw bad('В группе назван сотрудник, которого здесь нет.')
    await changeMembers(tx, { id: before.id, add, remove })
    const moves = await moveMemberships(tx, before, after, { add, remove, by: who.person_id })
    await writeAudits(
      tx,
      moves.map(({ person_id, restaurant_id, what }) => ({
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
    return moves.map(({ person_id }) => person_id)
  }

  return {
    /** Returns the id of the new group. */
    add: (by: Author, wanted: Wanted): Promise<string> =>
      alone(by.who, async (tx) => {
        const { business_id } = by.who
        if ((await countGroups(tx, business_id)) >= GROUPS_MAX) throw bad(`Групп не больше ${GROUPS_MAX}.`)
        const restaurant_id = await restaurantCalled(tx, { business_id, name: wanted.display_name })
        const id = await insertGroup(tx, { ...wanted, business_id, restaurant_id, now: clock.now() })
        const before = { id, restaurant_id, members: new Set<string>() }
        const after = { restaurant_id, members: wanted.members }
        return { id, changed: await settle(tx, by, before, after) }
      }),

    /** Replaces a group with the result of `decide`; returns its id. */
    change: (by: Author, group_id: string, decide: (before: Wanted) => Wanted): Promise<string> =>
      alone(by.who, async (tx) => {
        const { id, external_id, display_name, restaurant_id } = await findGroup(tx, by.who, group_id)
        const members = await membersOf(tx, id)
        const wanted = decide({ display_name, external_id, members })
        if (wanted.members.size > MEMBERS_MAX) throw bad(`В группе не больше ${MEMBERS_MAX} человек.`)
        const name = wanted.display_name
        const new_restaurant_id = await restaurantCalled(tx, { business_id: by.who.business_id, name })
        await updateGroup(tx, { ...wanted, id, restaurant_id: new_restaurant_id })
        const after = { restaurant_id: new_restaurant_id, members: wanted.members }
        return { id, changed: await settle(tx, by, { id, restaurant_id, members }, after) }
      }),

    remove: (by: Author, group_id: string): Promise<string> =>
      alone(by.who, async (tx) => {
        const { id, restaurant_id } = await findGroup(tx, by.who, group_id)
        const before = { id, restaurant_id, members: await membersOf(tx, id) }
        const changed = await settle(tx, by, before, { restaurant_id, members: new Set<string>() })
        await deleteGroup(tx, id)
        return { id, changed }
      }),
  }
}
