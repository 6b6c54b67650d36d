import * as calls from '@podmoga/contract/desk/joining'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import type { Every } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { addPerson } from '../../profile/profile.people.sql.ts'
import { isTaken } from '../../profile/profile.sql.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import { forgetImports } from '../import/import.sql.ts'
import { refuseOverTerms } from '../operator/operator.routes.ts'
import { lockPeople } from '../people/people.sql.ts'
import { JOINING_DAYS } from './joining.routes.ts'
import {
  addMember,
  findPhoneOwner,
  forgetJoining,
  type JoinRequestRow,
  listWaiting,
  lockJoinRequest,
  setDecided,
} from './joining.sql.ts'
import type { JoiningNotices } from './tell-of-joining.ts'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
const PAGE = 50

/** Adds the person, or the access they lack; returns their id. */
const admit = async (tx: Db, who: PeopleManager, row: JoinRequestRow, now: Date): Promise<string> => {
  const { restaurant_id, business_id, phone } = row
  const owner = await findPhoneOwner(tx, { phone, restaurant_id })
  if (owner !== undefined && owner.business_id !== business_id) throw refuse('address_taken')
  // Joining by a poster must not raise anyone's own access or act on an operator.
  if (owner?.id === who.person_id || owner?.operator === true) throw refuse('above_you')
  if (owner?.is_disabled === true) throw refuse('person_disabled')
  if (owner === undefined) await refuseOverTerms(tx, { business_id, what: 'people' })
  const { first_name, last_name, confirmed_at: phone_verified_at } = row
  const person_id =
    owner?.id ??
    (await addPerson(tx, {
      business_id,
      first_name,
      last_name,
      email: null,
      phone,
      phone_verified_at,
      now,
    }))
  await addMember(tx, { person_id, restaurant_id })
  return person_id
}

/** Join requests are decided by the people who manage the restaurant's staff. */
export const joinRequestRoutes = (on: On, { sql, clock }: Deps, notices: JoiningNotices): void => {
  const noteAct = makeNote(clock)
  on(calls.listJoinRequests, async ({ who, query }) => {
    const after = query.after === undefined ? null : rowId(query.after)
    const rows = await listWaiting(sql, { ...who, after, limit: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    return {
      results: page.map(({ restaurant_id, restaurant, confirmed_at, ...row }) => ({
        ...row,
        restaurant: { id: restaurant_id, name: restaurant },
        confirmed_at: confirmed_at.toISOString(),
      })),
      next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    }
  })

  const note = (
    db: Db,
    who: PeopleManager,
    request: FastifyRequest,
    event: string,
    row: JoinRequestRow,
    to: string,
  ) =>
    noteAct(db, who, request, {
      event,
      subject: to,
      after: { restaurants: [row.restaurant_id] },
    })

  /**
   * Of two concurrent decisions the second finds the request decided: the same decision is accepted, a different one
   * refused.
   */
  const decide = (
    who: PeopleManager,
    id: string,
    to: 'admitted' | 'refused',
    work: (tx: Db, row: JoinRequestRow) => Promise<string | null>,
  ) =>
    sql
      .begin(async (tx) => {
        await lockPeople(tx, who.business_id)
        const row = await lockJoinRequest(tx, { ...who, id: rowId(id) })
        if (row === undefined) throw refuse('not_found')
        const has = row.state === 'joined' ? 'admitted' : row.state
        if (has === to) return null
        if (has !== 'waiting') throw refuse('request_decided')
        const person_id = await work(tx, row)
        await setDecided(tx, {
          id: row.id,
          state: to,
          now: clock.now(),
          decided_by: who.person_id,
          person_id,
        })
        const notify = await notices.ended(tx, row, to)
        return { person_id, notify }
      })
      .then((done) => {
        done?.notify()
        return done?.person_id ?? null
      })
      .catch((error: unknown) => {
        throw isTaken(error) ? refuse('address_taken') : error
      })

  on(calls.admitNewcomer, async ({ who, params, request }) => {
    const person_id = await decide(who, params.requestId, 'admitted', async (tx, row) => {
      const id = await admit(tx, who, row, clock.now())
      await note(tx, who, request, 'newcomer_admitted', row, `person ${id}`)
      return id
    })
    if (person_id !== null) noteRevoked(person_id)
    return { ok: true }
  })

  on(calls.refuseNewcomer, async ({ who, params, request }) => {
    await decide(who, params.requestId, 'refused', async (tx, row) => {
      await note(tx, who, request, 'newcomer_refused', row, `restaurant ${row.restaurant_id}`)
      return null
    })
    return { ok: true }
  })
}

/** Hourly cleanup: unverified join requests after a day, all others after a month, and imported files after a day. */
export const sweepJoining = ({ sql, clock }: Deps): Every => ({
  ms: HOUR_MS,
  run: async () => {
    const now = clock.now().getTime()
    const asked = {
      unconfirmed_before: new Date(now - DAY_MS),
      before: new Date(now - JOINING_DAYS * DAY_MS),
    }
    while ((await forgetJoining(sql, asked)) > 0);
    await forgetImports(sql, clock.now())
  },
})
