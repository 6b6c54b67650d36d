import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import { addPerson, renamePerson, setDisabled } from '../../profile/profile.people.sql.ts'
import { isTaken } from '../../profile/profile.sql.ts'
import { endSessions } from '../../session/session.sql.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import { personToChange, refuseLastAdmin } from '../business.rules.ts'
import { refuseOverTerms } from '../operator/operator.routes.ts'
import { endInvitations } from '../people/invitations.sql.ts'
import { lockPeople } from '../people/people.sql.ts'
import { makeRefuseProbing } from '../people/probing.ts'
import { findGivenUp, keepScimPerson, listScimRows, type ScimRow } from './scim.sql.ts'
import { addressesOf, hasAddressesOf, namesOf, type ScimUser } from './shapes.ts'

const makeActivation = (clock: Deps['clock']) => {
  const note = (db: Db, who: PeopleManager, request: FastifyRequest, event: string, person_id: string) =>
    writeAudit(db, {
      at: clock.now(),
      event,
      person_id: who.person_id,
      business_id: who.business_id,
      ip: request.ip,
      request_id: request.id,
      subject: `person ${person_id}`,
      after: { send: 'SCIM' },
    })

  /** Enables or disables a person; disabling ends their sessions and invitations. */
  const setActive = async (
    tx: Db,
    who: PeopleManager,
    request: FastifyRequest,
    person_id: string,
    active: boolean,
  ): Promise<void> => {
    const person = await personToChange(tx, who, person_id)
    if ((person.disabled_at === null) === active) return
    const now = clock.now()
    if (active) {
      await refuseOverTerms(tx, { business_id: who.business_id, what: 'people' })
      await setDisabled(tx, { person_id, at: null })
    } else {
      await refuseLastAdmin(tx, who.business_id, person)
      await setDisabled(tx, { person_id, at: now })
      await endInvitations(tx, { person_id, now })
      const { ip, id: request_id } = request
      const reason = 'person_disabled'
      await endSessions(tx, { person_id, except_session_id: null, now, reason, ip, request_id })
    }
    await note(tx, who, request, active ? 'person_enabled' : 'person_disabled', person_id)
  }
  return { note, setActive }
}

/** SCIM users: each change is serialized within the business and follows the same rules as an admin's. */
export const makeScimUsers = (deps: Pick<Deps, 'sql' | 'clock' | 'config'>) => {
  const { sql, clock } = deps
  const { note, setActive } = makeActivation(clock)
  const refuseProbing = makeRefuseProbing(deps)

  const find = async (who: PeopleManager, id: string, db: Db = sql): Promise<ScimRow> => {
    const { business_id } = who
    const { rows } = await listScimRows(db, { business_id, filter: { id: rowId(id) }, offset: 0, limit: 1 })
    if (rows[0] === undefined) throw refuse('not_found')
    return rows[0]
  }

  /** Serializes changes of a business's people; throws `address_taken` if an address belongs to another person. */
  const alone = async <T>(who: PeopleManager, work: (tx: Db) => Promise<T>): Promise<T> =>
    sql
      .begin(async (tx) => {
        await lockPeople(tx, who.business_id)
        return work(tx)
      })
      .catch((error: unknown) => {
        throw isTaken(error) ? refuse('address_taken') : error
      })

  return {
    find,
    list: (
      who: PeopleManager,
      filter: Parameters<typeof listScimRows>[1]['filter'],
      offset: number,
      limit: number,
    ) => listScimRows(sql, { business_id: who.business_id, filter, offset, limit }),

    add: async (who: PeopleManager, request: FastifyRequest, user: ScimUser): Promise<string> => {
      const { business_id } = who
      const { email, phone } = addressesOf(user)
      const names = namesOf(user)
      await refuseProbing(who, { email, phone })
      return alone(who, async (tx) => {
        const back = await findGivenUp(tx, { business_id, email, phone })
        await refuseOverTerms(tx, { business_id, what: 'people' })
        const now = clock.now()
        const first_name = names.first_name ?? ''
        const person_id =
          back ?? (await addPerson(tx, { business_id, ...names, first_name, email, phone, now }))
        const external_id = user.externalId ?? null
        await keepScimPerson(tx, { person_id, business_id, external_id, deleted_at: null })
        if (back === undefined) await note(tx, who, request, 'person_invited', person_id)
        else await renamePerson(tx, { person_id, ...names })
        await setActive(tx, who, request, person_id, user.active ?? true)
        return person_id
      })
    },

    /** Changes names, external id and active state. Addresses are used to sign in: only their owner changes them. */
    change: async (
      who: PeopleManager,
      request: FastifyRequest,
      id: string,
      decide: (row: ScimRow) => ScimUser,
    ): Promise<void> => {
      const { business_id } = who
      const person_id = rowId(id)
      await alone(who, async (tx) => {
        const row = await find(who, id, tx)
        const user = decide(row)
        if (!hasAddressesOf(user, row))
          throw refuse('invalid', {
            message: 'Почту и телефон меняет сам человек в профиле: по ним он входит.',
          })
        const names = namesOf(user)
        const isRenamed = names.first_name !== row.first_name || names.last_name !== row.last_name
        const external_id = user.externalId ?? null
        const isKnownAnew = external_id !== row.external_id
        if (isRenamed || isKnownAnew) await personToChange(tx, who, person_id)
        if (isRenamed) await renamePerson(tx, { person_id, ...names })
        if (isKnownAnew) await keepScimPerson(tx, { person_id, business_id, external_id, deleted_at: null })
        const isActive = row.disabled_at === null
        const active = user.active ?? isActive
        if (active !== isActive) await setActive(tx, who, request, person_id, active)
      })
      noteRevoked(person_id)
    },

    /** Disables the person and hides them from the directory. What they wrote stays. */
    giveUp: async (who: PeopleManager, request: FastifyRequest, id: string): Promise<void> => {
      const person_id = rowId(id)
      await alone(who, async (tx) => {
        await find(who, id, tx)
        await setActive(tx, who, request, person_id, false)
        const { business_id } = who
        await keepScimPerson(tx, { person_id, business_id, external_id: null, deleted_at: clock.now() })
      })
      noteRevoked(person_id)
    },
  }
}
