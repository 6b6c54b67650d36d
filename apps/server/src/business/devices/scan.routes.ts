import * as calls from '@podmoga/contract/devices'
import { topicKindOf } from '@podmoga/contract/fields/choices'
import { DeviceCode } from '@podmoga/contract/fields/fields'
import { listMaterials } from '@podmoga/contract/knowledge'
import { paths } from '@podmoga/contract/staff-pages'
import { asCaller } from '@podmoga/sql/caller'
import { addressOf } from '../../http/address.ts'
import { refuse } from '../../http/refuse.ts'
import type { Given } from '../../module.ts'
import type { LinkDevice } from '../../ports/domains/link-device.ts'
import type { TopicsOf } from '../../ports/domains/topics-of.ts'
import { deviceAnswer, faultAnswer } from './devices.answers.ts'
import { findOfRestaurant, findScanned, linkTicket, listFaults } from './devices.sql.ts'

const FAULTS = 10
const ARTICLES = 5
/**
 * Unknown stickers that one address may try per minute. Valid ones are not counted, since a restaurant shares one
 * address.
 */
const MISSES_PER_MINUTE = 30
/** Stickers, known or not, that one address may look up: more than any restaurant scans. */
const SCANS_PER_MINUTE = 600

/** Links a new ticket to a device of its restaurant; throws `not_found` for any other device. */
export const linkDevice: LinkDevice = async (tx, { code, ticket_id, restaurant_id }) => {
  const device_id = await findOfRestaurant(tx, { code, restaurant_id })
  if (device_id === undefined)
    throw refuse('not_found', { message: 'Такого устройства в этом ресторане нет. Уберите его из тикета.' })
  await linkTicket(tx, { ticket_id, device_id })
}

/** Routes behind the sticker's link. */
export const scanRoutes = ({ app, on, askAs, deps }: Given, topicsOf: TopicsOf): void => {
  const { sql, links, rates } = deps
  /** Queues for the database under a caller kind of its own, as every call does. */
  const findAsCaller = (code: string) =>
    asCaller(`${calls.STICKER_PATH}:code`, () => findScanned(sql, { code }))

  // Works without a session: it reveals only a restaurant's id to a person next to the device, and redirects to a page
  // that requires sign-in. A hook rather than a route, because an unknown code must get the usual page for unknown
  // addresses, which another handler serves.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.startsWith(calls.STICKER_PATH)) return
    const { data: code } = DeviceCode.safeParse(request.url.slice(calls.STICKER_PATH.length))
    const address = addressOf(request.ip)
    await rates.take('sticker scans', address, SCANS_PER_MINUTE, 60)
    const device = code === undefined ? undefined : await findAsCaller(code)
    if (device === undefined) return rates.take('stickers', address, MISSES_PER_MINUTE, 60)
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
