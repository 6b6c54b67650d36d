import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import * as calls from '@podmoga/contract/desk/devices'
import { STICKER_PATH } from '@podmoga/contract/devices'
import { rebased } from '@podmoga/contract/fields/rebased'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { makePhoto } from '../../files/photo.ts'
import { attachFiles, detachFiles, dropFiles, storeFiles } from '../../files/stored-files.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { type PeopleManager, readingOf } from '../../http/principals.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { isAlreadySaved } from '../business.rules.ts'
import { ownRestaurants } from '../restaurants/restaurants.sql.ts'
import { deskDeviceAnswer, faultAnswer } from './devices.answers.ts'
import {
  countInUse,
  findDevice,
  findOfTicket,
  findRestaurant,
  insertDevice,
  listAlike,
  listDeviceRows,
  listFaults,
  listInUse,
  setDeviceArchived,
  setPhotoKey,
  updateDevice,
} from './devices.sql.ts'

const OK = { ok: true }
const DAY_MS = 24 * 3_600_000
const ALIKE = 10
const ALIKE_DAYS = 90
const HISTORY = 20
/** Maximum number of search words that are used. */
const WORDS = 6

/** 128 random bits cannot be guessed, so the code needs no signature. */
export const newDeviceCode = (): string => randomBytes(16).toString('base64url')

export const FULL = `В ресторане уже ${calls.DEVICES_MAX} устройств — больше нельзя`

type Facts = Record<keyof calls.DeviceFacts, string>
const factsOf = ({ restaurant_id, kind, name, model, serial, place }: Facts) => ({
  restaurant_id,
  kind,
  name,
  model,
  serial,
  place,
})

/** Devices for people who manage restaurants. */
export const deviceRoutes = (on: On, deps: Deps): void => {
  readRoutes(on, deps)
  writeRoutes(on, deps)
  photoRoute(on, deps)
  agentRoutes(on, deps)
}

/** An open restaurant in the manager's scope; else throws `not_found`. */
const restaurantOf = async (db: Db, who: PeopleManager, id: string): Promise<string> => {
  const isReachable = isRowId(id) && (who.restaurant_ids === null || who.restaurant_ids.includes(id))
  const [own] = isReachable ? await ownRestaurants(db, { business_id: who.business_id, ids: [id] }) : []
  if (own === undefined) throw refuse('not_found', { fields: { restaurant_id: 'Такого ресторана нет' } })
  return own
}

const deviceOf = async (db: Db, who: PeopleManager, id: string, { lock = false } = {}) => {
  const row = await findDevice(db, { id: rowId(id), ...readingOf(who) }, { lock })
  if (row === undefined) throw refuse('not_found')
  return row
}

/** Checks that the restaurant may have one more device in use. */
const checkCapacity = async (tx: Db, restaurant_id: string): Promise<void> => {
  if ((await countInUse(tx, restaurant_id)) >= calls.DEVICES_MAX)
    throw refuse('limit_reached', { message: FULL })
}

const readRoutes = (on: On, { sql, links, config }: Deps): void => {
  on(calls.listDevices, async ({ who, query }) => {
    const { restaurant, search, archived, after, page_size } = query
    const reading = readingOf(who)
    const id = restaurant === undefined ? undefined : rowId(restaurant)
    // An archived restaurant can still be viewed.
    if (id !== undefined && (await findRestaurant(sql, { ...reading, id })) === undefined)
      throw refuse('not_found')
    const rows = await listDeviceRows(sql, {
      ...reading,
      ...(id !== undefined && { restaurant_ids: [id] }),
      words: search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS),
      is_archived: archived === 'true',
      after: after === undefined ? null : rowId(after),
      limit: page_size + 1,
    })
    const page = rows.slice(0, page_size)
    return {
      results: page.map((row) => deskDeviceAnswer(links, who, row)),
      next: rows.length > page_size ? (page.at(-1)?.id ?? null) : null,
    }
  })

  on(calls.getStickers, async ({ who, query }) => {
    const reading = readingOf(who)
    const id = rowId(query.restaurant)
    const restaurant = await findRestaurant(sql, { ...reading, id })
    if (restaurant === undefined || restaurant.archived_at !== null)
      throw refuse('not_found', { fields: { restaurant_id: 'Такого ресторана нет' } })
    const rows = await listInUse(sql, { ...reading, restaurant_ids: [id] })
    return {
      restaurant: restaurant.name,
      // Not taken from the request: a forged host would be printed on every sticker.
      devices: rows.map(({ id, name, model, place, code }) => ({
        id,
        name,
        model,
        place,
        link: `${config.public_url}${STICKER_PATH}${code}`,
      })),
    }
  })
}

const writeRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)

  on(calls.addDevice, ({ who, body, request, once }) =>
    once({
      work: async (tx) => {
        const { business_id } = who
        const restaurant_id = await restaurantOf(tx, who, body.restaurant_id)
        await checkCapacity(tx, restaurant_id)
        const id = await insertDevice(tx, { ...body, business_id, code: newDeviceCode(), now: clock.now() })
        await note(tx, who, request, {
          event: 'device_added',
          subject: `device ${id}`,
          after: factsOf(body),
        })
        return { id }
      },
    }),
  )

  on(calls.changeDevice, async ({ who, params, body, request }) => {
    await sql.begin(async (tx) => {
      const before = await deviceOf(tx, who, params.deviceId, { lock: true })
      const { was, over = false, ...typed } = body
      const of = { event: 'device_changed', subject: `device ${before.id}` }
      const saving = { ...of, factsOf, now: before, was, wanted: typed }
      if (!over && (await isAlreadySaved<Facts>(tx, who, saving))) return
      const facts = over && was !== undefined ? rebased(typed, was, before) : typed
      const restaurant_id = await restaurantOf(tx, who, facts.restaurant_id)
      if (restaurant_id !== before.restaurant_id && before.archived_at === null)
        await checkCapacity(tx, restaurant_id)
      await updateDevice(tx, { ...facts, id: before.id })
      await note(tx, who, request, { ...of, before: factsOf(before), after: factsOf(facts) })
    })
    return OK
  })

  const put = (call: typeof calls.archiveDevice | typeof calls.restoreDevice, isAway: boolean): void =>
    on(call, async ({ who, params, request }) => {
      await sql.begin(async (tx) => {
        const row = await deviceOf(tx, who, params.deviceId, { lock: true })
        if ((row.archived_at !== null) === isAway) return
        if (!isAway) await checkCapacity(tx, row.restaurant_id)
        await setDeviceArchived(tx, { id: row.id, at: isAway ? clock.now() : null })
        await note(tx, who, request, {
          event: isAway ? 'device_archived' : 'device_restored',
          subject: `device ${row.id}`,
          after: { name: row.name },
        })
      })
      return OK
    })
  put(calls.archiveDevice, true)
  put(calls.restoreDevice, false)
}

const photoRoute = (on: On, deps: Deps): void => {
  const { sql, clock } = deps
  const note = makeNote(clock)

  on(calls.setDevicePhoto, async ({ who, params, files: [file], request }) => {
    await deviceOf(sql, who, params.deviceId)
    const photo = file === undefined ? null : await makePhoto(file.temp_path, who.person_id)
    try {
      const stored = photo === null ? [] : await storeFiles(deps, [{ ...photo, file_name: 'photo.webp' }])
      const keep = async (tx: TransactionSql): Promise<string | null> => {
        const row = await deviceOf(tx, who, params.deviceId, { lock: true })
        await attachFiles(tx, stored)
        await setPhotoKey(tx, { id: row.id, key: stored[0]?.key ?? null })
        await detachFiles(tx, row.photo_key === null ? [] : [row.photo_key], clock.now())
        await note(tx, who, request, {
          event: 'device_changed',
          subject: `device ${row.id}`,
          before: { photo: row.photo_key === null ? 'нет' : 'есть' },
          after: { photo: stored.length === 0 ? 'нет' : 'новое' },
        })
        return row.photo_key
      }
      const old = await sql.begin(keep).catch(async (error: unknown) => {
        await dropFiles(deps, stored)
        throw error
      })
      if (old !== null) await dropFiles(deps, [{ key: old }])
      return OK
    } finally {
      if (photo !== null) await rm(photo.temp_path, { force: true })
    }
  })
}

const agentRoutes = (on: On, { sql, clock, links }: Deps): void => {
  on(calls.getTicketDevice, async ({ who, params }) => {
    const device = await findOfTicket(sql, {
      ticket_id: rowId(params.ticketId),
      business_ids: who.business_ids,
    })
    if (device === undefined) throw refuse('not_found')
    if (device === null) return { device, alike: [] }
    const since = new Date(clock.now().getTime() - ALIKE_DAYS * DAY_MS)
    // Without a model there is nothing to compare devices by.
    const alike = device.model === '' ? [] : await listAlike(sql, { of: device, since, limit: ALIKE })
    return { device: deskDeviceAnswer(links, who, device), alike }
  })

  on(calls.listDeviceTickets, async ({ who, params, query }) => {
    const id = rowId(params.deviceId)
    const device = await findDevice(sql, { id, business_ids: who.business_ids, restaurant_ids: null })
    if (device === undefined) throw refuse('not_found')
    const after = query.after === undefined ? null : rowId(query.after)
    const rows = await listFaults(sql, { device_id: id, restaurant_id: null, after, limit: HISTORY + 1 })
    const page = rows.slice(0, HISTORY)
    return {
      results: page.map(faultAnswer),
      next: rows.length > HISTORY ? (page.at(-1)?.id ?? null) : null,
    }
  })
}
