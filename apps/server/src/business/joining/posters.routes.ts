import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as calls from '@podmoga/contract/desk/joining'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { findBusinessName } from '../business.sql.ts'
import { listRestaurantRows, lockRestaurants } from '../restaurants/restaurants.sql.ts'
import { addPoster, endPosters, findPosterOf, listPostersOf, type PosterRow } from './posters.sql.ts'

const DAY_MS = 24 * 3600 * 1000
/** A poster is valid for half a year. */
const LIVES_MS = 180 * DAY_MS

/** The key of a poster: its signed id. It can be recomputed for every print, so it is not stored. */
export const makePosterKeys = ({ secrets }: Pick<Deps, 'secrets'>) => {
  const secret = Buffer.from(hkdfSync('sha256', secrets.link_key, '', 'podmoga posters', 32))
  const sign = (id: string): Buffer => createHmac('sha256', secret).update(`poster ${id}`).digest()
  return {
    keyOf: (id: string): string => `${id}-${sign(id).toString('base64url')}`,
    /** The id from a key that we signed, else null. */
    idOf: (key: string): string | null => {
      const at = key.indexOf('-')
      const id = key.slice(0, at)
      const signature = Buffer.from(key.slice(at + 1), 'base64url')
      const own = sign(id)
      const isOurs = signature.length === own.length && timingSafeEqual(signature, own)
      return isOurs && isRowId(id) ? id : null
    },
  }
}

/** Posters of restaurants: creating, renewing and revoking them. */
export const posterRoutes = (on: On, deps: Deps): void => {
  const { sql, clock, config, sms, rates } = deps
  const note = makeNote(clock)
  const { keyOf } = makePosterKeys(deps)

  const answer = ({ id, created_at, expires_at }: PosterRow) => ({
    // Not taken from the request: a forged host would be printed on the poster.
    link: `${config.public_url}/intranet/join?key=${keyOf(id)}`,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  })

  const findRestaurant = async (who: PeopleManager, restaurantId: string) => {
    const id = rowId(restaurantId)
    const reachable = who.restaurant_ids === null || who.restaurant_ids.includes(id)
    const rows = reachable ? await listRestaurantRows(sql, { business_id: who.business_id, ids: [id] }) : []
    const row = rows.find(({ archived_at }) => archived_at === null)
    if (row === undefined) throw refuse('not_found')
    return row
  }

  on(calls.getPoster, async ({ who, params }) => {
    const restaurant = await findRestaurant(who, params.restaurantId)
    const poster = await findPosterOf(sql, { restaurant_id: restaurant.id, now: clock.now() })
    return {
      business: await findBusinessName(sql, who.business_id),
      restaurant: restaurant.name,
      poster: poster === null ? null : answer(poster),
      sms: sms.stays !== true || config.DEV_OUTBOX,
    }
  })

  on(calls.makePoster, async ({ who, params, request }) => {
    const restaurant = await findRestaurant(who, params.restaurantId)
    await rates.take('poster_made', who.person_id, 60, 3600)
    return sql.begin(async (tx) => {
      await lockRestaurants(tx, who.business_id)
      const now = clock.now()
      await endPosters(tx, { restaurant_id: restaurant.id, now })
      const { business_id, person_id } = who
      const expires_at = new Date(now.getTime() + LIVES_MS)
      const restaurant_id = restaurant.id
      const poster = await addPoster(tx, {
        business_id,
        restaurant_id,
        created_by: person_id,
        now,
        expires_at,
      })
      await note(tx, who, request, {
        event: 'poster_made',
        subject: `restaurant ${restaurant_id}`,
      })
      return answer(poster)
    })
  })

  on(calls.makePosters, async ({ who, body, request }) => {
    const { business_id, person_id } = who
    const ids = [...new Set(body.ids.map(rowId))]
    await rates.take('poster_made', person_id, 60, 3600)
    return sql.begin(async (tx) => {
      await lockRestaurants(tx, business_id)
      const rows = await listRestaurantRows(tx, { business_id, ids })
      const open = rows.filter(
        ({ id, archived_at }) =>
          archived_at === null && (who.restaurant_ids === null || who.restaurant_ids.includes(id)),
      )
      if (open.length < ids.length) throw refuse('not_found')
      const now = clock.now()
      const there = await listPostersOf(tx, { restaurant_ids: ids, now })
      const expires_at = new Date(now.getTime() + LIVES_MS)
      const posters = []
      for (const { id, name } of open) {
        const kept = there.get(id)
        // An expired poster is replaced by the new one.
        if (kept === undefined) await endPosters(tx, { restaurant_id: id, now })
        const made = { business_id, restaurant_id: id, created_by: person_id, now, expires_at }
        posters.push({ ...answer(kept ?? (await addPoster(tx, made))), restaurant: { id, name } })
      }
      const fresh = ids.filter((id) => !there.has(id))
      if (fresh.length > 0)
        await note(tx, who, request, { event: 'posters_made', after: { restaurants: fresh } })
      return { business: await findBusinessName(tx, business_id), posters, made: fresh.length }
    })
  })

  on(calls.revokePoster, async ({ who, params, request }) => {
    const restaurant = await findRestaurant(who, params.restaurantId)
    await sql.begin(async (tx) => {
      const now = clock.now()
      if (!(await endPosters(tx, { restaurant_id: restaurant.id, now }))) return
      await note(tx, who, request, {
        event: 'poster_revoked',
        subject: `restaurant ${restaurant.id}`,
      })
    })
    return { ok: true }
  })
}
