import * as calls from '@podmoga/contract/desk/people'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { type AuditEntry, writeAudits } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { setDisabled } from '../../profile/profile.people.sql.ts'
import { endSessions } from '../../session/session.sql.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import {
  changedMeanwhile,
  checkWanted,
  isSameAccess,
  mayActOn,
  mayChangeAccess,
  personToChange,
  refuseLastAdmin,
} from '../business.rules.ts'
import { refuseOverTerms } from '../operator/operator.routes.ts'
import { ownRestaurants } from '../restaurants/restaurants.sql.ts'
import { endInvitations } from './invitations.sql.ts'
import { inviteRoutes, whereOf } from './invite.routes.ts'
import { accessWords, personAnswer } from './people.answers.ts'
import {
  changeMemberships,
  findPersonRow,
  lockPeople,
  type PersonRow,
  setDeskRoles,
  setMemberships,
} from './people.sql.ts'
import { peopleReadRoutes } from './read.ts'

/** The people of a business: listing, inviting, changing access, disabling. */
export const peopleRoutes = (on: On, deps: Deps, mailQueue: MailQueue): void => {
  peopleReadRoutes(on, deps)
  inviteRoutes(on, deps, mailQueue)
  changeRoutes(on, deps)
}

/**
 * Changes desk roles of many people; returns the ids of those changed. Sequential, because each may have become the
 * last admin.
 */
const changeDeskRoles = async (
  tx: Db,
  { business_id }: PeopleManager,
  people: readonly PersonRow[],
  change: Record<'desk_add' | 'desk_remove', readonly PersonRow['desk_roles'][number][]>,
): Promise<string[]> => {
  const changed: string[] = []
  for (const person of people) {
    const kept = person.desk_roles.filter((role) => !change.desk_remove.includes(role))
    const roles = [...new Set([...kept, ...change.desk_add])]
    const before = person.desk_roles
    if (roles.length === before.length && roles.every((role) => before.includes(role))) continue
    if (!roles.includes('admin')) await refuseLastAdmin(tx, business_id, person)
    await setDeskRoles(tx, { person_id: person.id, business_id, roles })
    changed.push(person.id)
  }
  return changed
}

/** The job that returns tickets of assignees who no longer serve the business. */
const GONE = 'tickets of who is gone'

/** One change of a person, serialized within the business and recorded in the journal. */
const makeChange = ({ sql, clock, background }: Deps) => {
  const note = makeNote(clock)
  return async (
    manager: PeopleManager,
    request: FastifyRequest,
    person_id: string,
    work: (tx: Db, person: PersonRow) => Promise<Pick<AuditEntry, 'event' | 'before' | 'after'> | null>,
    may = mayActOn,
  ): Promise<void> => {
    await sql.begin(async (tx) => {
      await lockPeople(tx, manager.business_id)
      const person = await personToChange(tx, manager, person_id, may)
      const entry = await work(tx, person)
      if (entry === null) return
      const subject = `person ${person.id}`
      await note(tx, manager, request, { subject, ...entry })
    })
    noteRevoked(person_id)
    background.wake(GONE)
  }
}

const accessChanged = (tx: Db, who: PeopleManager, now: calls.AdminPerson) =>
  changedMeanwhile(tx, who, {
    event: 'access_changed',
    subject: `person ${now.id}`,
    now: accessWords(now),
  })

const changeRoutes = (on: On, deps: Deps): void => {
  const { sql, clock, background } = deps
  const note = makeNote(clock)
  const change = makeChange(deps)

  on(calls.setPersonAccess, async ({ who, params, body, request }) => {
    const set = async (tx: Db, person: PersonRow) => {
      const now = personAnswer(who, person)
      if (body.was !== undefined && !isSameAccess(now, body.was)) {
        if (isSameAccess(now, body)) return null // a retry after a lost response
        throw await accessChanged(tx, who, now)
      }
      await checkWanted(tx, who, body)
      if (!body.desk_roles.includes('admin')) await refuseLastAdmin(tx, who.business_id, person)
      const visible = who.restaurant_ids ?? person.restaurants.map(({ id }) => id)
      await setMemberships(tx, { person_id: person.id, wanted: body.restaurants, visible })
      if (who.restaurant_ids === null)
        await setDeskRoles(tx, { person_id: person.id, business_id: who.business_id, roles: body.desk_roles })
      return { event: 'access_changed', before: accessWords(person), after: accessWords(body) }
    }
    await change(who, request, params.personId, set, mayChangeAccess)
    const row = await findPersonRow(sql, { ...who, person_id: rowId(params.personId) })
    if (row === undefined) throw refuse('not_found')
    return personAnswer(who, row)
  })

  on(calls.addToRestaurants, async ({ who, body, request }) => {
    const restaurants = [...new Set([...body.add, ...body.remove])].map(rowId)
    const own = await ownRestaurants(sql, { business_id: who.business_id, ids: restaurants })
    const reachable = (id: string) =>
      own.includes(id) && (who.restaurant_ids === null || who.restaurant_ids.includes(id))
    if (!restaurants.every(reachable)) throw refuse('not_found', { message: 'Такого ресторана нет.' })
    const isOfAdmins = body.role !== 'staff' || body.desk_add.length + body.desk_remove.length > 0
    if (isOfAdmins && who.restaurant_ids !== null) throw refuse('above_you')
    const changed = await sql.begin(async (tx) => {
      await lockPeople(tx, who.business_id)
      const people: PersonRow[] = []
      for (const id of new Set(body.ids)) people.push(await personToChange(tx, who, id, mayChangeAccess))
      const { add, remove, role, desk_add, desk_remove } = body
      const moved = await changeMemberships(tx, { person_ids: people.map(({ id }) => id), add, remove, role })
      const lifted = await changeDeskRoles(tx, who, people, { desk_add, desk_remove })
      const ids = [...new Set([...moved, ...lifted])]
      const after = {
        added: [...add.map((one) => (role === 'manager' ? `${one} manager` : one)), ...desk_add],
        removed: [...remove, ...desk_remove],
      }
      if (ids.length > 0)
        await note(tx, who, request, {
          event: 'accesses_changed',
          after: { people: ids.length, ...after },
        })
      await writeAudits(
        tx,
        ids.map((id) => ({
          ...whereOf(who, request),
          at: clock.now(),
          event: 'access_changed',
          subject: `person ${id}`,
          after,
          is_part: true,
        })),
      )
      return ids
    })
    for (const id of changed) noteRevoked(id)
    background.wake(GONE)
    return { ok: true, changed: changed.length }
  })

  on(calls.disablePerson, async ({ who, params, request }) => {
    await change(who, request, params.personId, async (tx, person) => {
      const { id: person_id } = person
      if (person.disabled_at !== null) return null
      await refuseLastAdmin(tx, who.business_id, person)
      const now = clock.now()
      await setDisabled(tx, { person_id, at: now })
      await endInvitations(tx, { person_id, now })
      await endSessions(tx, {
        person_id,
        except_session_id: null,
        now,
        reason: 'person_disabled',
        ip: request.ip,
        request_id: request.id,
      })
      return { event: 'person_disabled' }
    })
    return { ok: true }
  })

  on(calls.enablePerson, async ({ who, params, request }) => {
    await change(who, request, params.personId, async (tx, person) => {
      if (person.disabled_at === null) return null
      await refuseOverTerms(tx, { business_id: who.business_id, what: 'people' })
      await setDisabled(tx, { person_id: person.id, at: null })
      return { event: 'person_enabled' }
    })
    return { ok: true }
  })
}
