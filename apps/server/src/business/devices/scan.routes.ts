import * as calls from '@podmoga/contract/devices'
import { topicKindOf } from '@podmoga/contract/fields/choices'
import { DeviceCode } from '@podmoga/contract/fields/fields'
import { listMaterials } from '@podmoga/contract/knowledge'
import { paths } from '@podmoga/contract/staff-pages'
import { asCaller } from '@podmoga/sql/caller'
import type { Db } from '@podmoga/sql/sql'
import { refuse } from '../../http/refuse.ts'
import type { Given } from '../../module.ts'
import { deviceAnswer, faultAnswer } from './devices.answers.ts'
import { findOfRestaurant, findScanned, linkTicket, listFaults } from './devices.sql.ts'

const FAULTS = 10
const ARTICLES = 5
/** Wrong stickers that one address may try in a minute; right ones are not counted: a restaurant has one address. */
const MISSES_PER_MINUTE = 30

/** The topics that a business offers. */
export type TopicsOf = (
  business_id: string,
  kind: 'module' | 'payment',
) => Promise<readonly { key: string }[]>

/** Says of a new ticket which device of its restaurant it is about; refuses `not_found` for any other. */
export const linkDevice = async (
  tx: Db,
  { code, ticket_id, restaurant_id }: { code: string; ticket_id: string; restaurant_id: string },
): Promise<void> => {
  const device_id = await findOfRestaurant(tx, { code, restaurant_id })
  if (device_id === undefined)
    throw refuse('not_found', { message: 'Такого устройства в этом ресторане нет. Уберите его из тикета.' })
  await linkTicket(tx, { ticket_id, device_id })
}

/** What a sticker opens. */
export const scanRoutes = ({ app, on, askAs, deps }: Given, topicsOf: TopicsOf): void => {
  const { sql, links, rates } = deps
  /** A kind of its own before the database, as every call is. */
  const findAsCaller = (code: string) =>
    asCaller(`${calls.STICKER_PATH}:code`, () => findScanned(sql, { code }))

  // Nobody need be signed in: it tells a restaurant's id to whoever stands before the device, and leads to a page that asks.
  // No route: what leads nowhere is a page like every other that is not there, and those are served by another.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.startsWith(calls.STICKER_PATH)) return
    const { data: code } = DeviceCode.safeParse(request.url.slice(calls.STICKER_PATH.length))
    const device = code === undefined ? undefined : await findAsCaller(code)
    if (device === undefined) return rates.take('stickers', request.ip, MISSES_PER_MINUTE, 60)
    return reply
      .header('cache-control', 'no-store')
      .redirect(paths.device(device.restaurant_id, device.code), 302)
  })

  on(calls.getDevice, async (context) => {
    const { who, params } = context
    const { restaurant_id, business_id } = who
    const device = await findScanned(sql, { code: params.code, restaurant_id })
    if (device === undefined) throw refuse('not_found')
    const kind = calls.DEVICE_KINDS.find(({ key }) => key === device.kind)
    const category = kind?.category ?? 'other'
    const topics = topicKindOf(category)
    const offered = topics === null ? [] : await topicsOf(business_id, topics)
    const faults = await listFaults(sql, {
      device_id: device.id,
      restaurant_id,
      after: null,
      limit: FAULTS,
    })
    const search = device.model || calls.deviceKindName(device.kind)
    const materials = await askAs(context, 'staff')(listMaterials, { query: { search, unasked: '1' } })
    return {
      ...deviceAnswer(links, who, device),
      category,
      topic: offered.find(({ key }) => key === kind?.topic)?.key ?? '',
      tickets: faults.map(faultAnswer),
      materials: materials.filter(({ sure }) => sure !== false).slice(0, ARTICLES),
    }
  })
}
