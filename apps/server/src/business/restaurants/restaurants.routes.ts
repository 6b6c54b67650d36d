import * as calls from '@podmoga/contract/desk/admin'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import { isAlreadySaved } from '../business.rules.ts'
import { refuseOverTerms } from '../operator/operator.routes.ts'
import { restaurantListRoutes } from './list.routes.ts'
import {
  insertRestaurant,
  journalFacts,
  listMembers,
  listRestaurantRows,
  lockRestaurants,
  type RestaurantFacts,
  type RestaurantRow,
  setArchived,
  updateRestaurant,
} from './restaurants.sql.ts'
import { listTimezones, timezoneName } from './timezones.ts'

/** Two restaurants with one name could not be told apart in lists. */
const refuseTaken = (rows: readonly RestaurantRow[], name: string, id: string | null): void => {
  const same = (other: string) => other.trim().toLowerCase() === name.trim().toLowerCase()
  if (rows.some((row) => row.id !== id && row.archived_at === null && same(row.name)))
    throw refuse('name_taken', { fields: { name: 'Такой ресторан уже есть' } })
}

interface Entry {
  event: string
  id: string
  before?: RestaurantFacts
  after?: RestaurantFacts
}

const noteFacts = (clock: Deps['clock']) => {
  const note = makeNote(clock)
  return (db: Db, who: PeopleManager, request: FastifyRequest, { event, id, before, after }: Entry) => {
    const facts = { before: before ? journalFacts(before) : null, after: after ? journalFacts(after) : null }
    return note(db, who, request, { event, subject: `restaurant ${id}`, ...facts })
  }
}

/**
 * The restaurants of a business: adding, changing, archiving and restoring. Tickets of an archived one stay readable.
 */
export const restaurantRoutes = (on: On, deps: Deps): void => {
  const { sql, clock } = deps

  restaurantListRoutes(on, deps)
  const note = noteFacts(clock)

  /** Changes one restaurant, serialized within the business. */
  const change = (
    who: PeopleManager,
    id: string,
    work: (tx: Db, row: RestaurantRow, rows: readonly RestaurantRow[]) => Promise<void>,
  ) =>
    sql.begin(async (tx) => {
      await lockRestaurants(tx, who.business_id)
      const rows = await listRestaurantRows(tx, { business_id: who.business_id, ids: null })
      const row = rows.find((one) => one.id === rowId(id))
      if (row === undefined) throw refuse('not_found')
      await work(tx, row, rows)
    })

  /** Marks cached access facts of its staff as stale. */
  const tellMembers = async (id: string): Promise<void> => {
    for (const person_id of await listMembers(sql, rowId(id))) noteRevoked(person_id)
  }

  on(calls.listAdminRestaurants, async ({ who }) => ({
    restaurants: (
      await listRestaurantRows(sql, { business_id: who.business_id, ids: who.restaurant_ids })
    ).map((row) => ({
      ...row,
      timezone_name: timezoneName(row.timezone, clock.now()),
      archived_at: row.archived_at?.toISOString() ?? null,
    })),
  }))

  on(calls.listTimezones, async () => ({ timezones: await listTimezones(clock.now()) }))

  on(calls.addRestaurant, async ({ who, body, request, once }) =>
    once({
      work: async (tx) => {
        const { business_id } = who
        await lockRestaurants(tx, business_id)
        refuseTaken(await listRestaurantRows(tx, { business_id, ids: null }), body.name, null)
        await refuseOverTerms(tx, { business_id, what: 'restaurants' })
        const facts = { ...body, name: body.name.trim() }
        const id = await insertRestaurant(tx, { business_id, ...facts })
        await note(tx, who, request, { event: 'restaurant_added', id, after: facts })
        return { id }
      },
    }),
  )

  on(calls.changeRestaurant, async ({ who, params, body, request }) => {
    await change(who, params.restaurantId, async (tx, row, rows) => {
      const { was, ...wanted } = body
      const facts = { ...wanted, name: wanted.name.trim() }
      const saving = { factsOf: journalFacts, now: row, was, wanted: { ...row, ...facts } }
      const of = { event: 'restaurant_changed', subject: `restaurant ${row.id}` }
      if (await isAlreadySaved<RestaurantFacts>(tx, who, { ...of, ...saving })) return
      refuseTaken(rows, facts.name, row.id)
      await updateRestaurant(tx, { id: row.id, ...facts })
      await note(tx, who, request, { event: 'restaurant_changed', id: row.id, before: row, after: facts })
    })
    return { ok: true }
  })

  on(calls.archiveRestaurant, async ({ who, params, request }) => {
    await change(who, params.restaurantId, async (tx, row, rows) => {
      if (row.archived_at !== null) return
      if (rows.filter((one) => one.archived_at === null).length < 2) throw refuse('last_restaurant')
      await setArchived(tx, { id: row.id, at: clock.now() })
      await note(tx, who, request, { event: 'restaurant_archived', id: row.id })
    })
    await tellMembers(params.restaurantId)
    return { ok: true }
  })

  on(calls.restoreRestaurant, async ({ who, params, request }) => {
    await change(who, params.restaurantId, async (tx, row, rows) => {
      if (row.archived_at === null) return
      refuseTaken(rows, row.name, row.id)
      await refuseOverTerms(tx, { business_id: who.business_id, what: 'restaurants' })
      await setArchived(tx, { id: row.id, at: null })
      await note(tx, who, request, { event: 'restaurant_restored', id: row.id })
    })
    await tellMembers(params.restaurantId)
    return { ok: true }
  })
}
