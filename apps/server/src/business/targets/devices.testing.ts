import * as devices from '@podmoga/contract/desk/devices'
import { codeOf } from './people.testing.ts'
import type { Act, Restaurant } from './things.testing.ts'
import type { Targets } from './world.testing.ts'

const BOTH = ['manager', 'admin'] as const
const idOf = (t: Targets, where: Restaurant): string => (where === 'r13' ? t.r13 : t.walls[where])

const addDevice = async (t: Targets, restaurant_id: string) => {
  const [row] = await t.world.sql<{ id: string }[]>`
    insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
    select business_id, id, gen_random_uuid()::text, 'till', 'Касса', '', '', '', now()
    from restaurants where id = ${restaurant_id} returning id`
  return { params: { deviceId: row?.id ?? '' } }
}

/** Actions on the devices of a restaurant. */
export const DEVICE_ACTS: readonly Act<Restaurant>[] = [
  {
    calls: [devices.addDevice],
    says: 'Добавить туда устройство',
    askers: BOTH,
    play: (t, asker, where) => {
      const restaurant_id = idOf(t, where)
      return codeOf(t.as[asker](devices.addDevice, { body: { restaurant_id, kind: 'till', name: 'Касса' } }))
    },
  },
  {
    calls: [devices.changeDevice, devices.getStickers],
    says: 'Изменить устройство, напечатать наклейки',
    askers: BOTH,
    play: async (t, asker, where) => {
      const restaurant_id = idOf(t, where)
      const of = await addDevice(t, restaurant_id)
      const body = { restaurant_id, kind: 'till' as const, name: 'Касса' }
      const all = [
        await codeOf(t.as[asker](devices.changeDevice, { ...of, body })),
        await codeOf(t.as[asker](devices.getStickers, { query: { restaurant: restaurant_id } })),
      ]
      return [...new Set(all)].join('/')
    },
  },
  {
    calls: [devices.setDevicePhoto, devices.archiveDevice, devices.restoreDevice],
    says: 'Фото устройства, в архив и обратно',
    askers: BOTH,
    play: async (t, asker, where) => {
      const of = await addDevice(t, idOf(t, where))
      const all = [
        await codeOf(t.as[asker](devices.setDevicePhoto, { ...of, form: {} })),
        await codeOf(t.as[asker](devices.archiveDevice, of)),
        await codeOf(t.as[asker](devices.restoreDevice, of)),
      ]
      return [...new Set(all)].join('/')
    },
  },
]
