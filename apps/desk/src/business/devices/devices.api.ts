import type { Call } from '@podmoga/contract/client'
import * as devices from '@podmoga/contract/desk/devices'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BUSINESS_ROOT } from '../business.api.ts'

export const DEVICES_ROOT = [...BUSINESS_ROOT, 'devices'] as const

export interface DeviceFilter {
  search: string
  restaurant: string
  archived: string
}

export const devicesQuery = (call: Call, { search, restaurant, archived }: DeviceFilter) =>
  infiniteQueryOptions({
    queryKey: [...DEVICES_ROOT, 'list', search, restaurant, archived],
    queryFn: ({ signal, pageParam }) => {
      const query = {
        search,
        ...(restaurant !== '' && { restaurant }),
        ...(archived === 'true' && { archived: 'true' as const }),
        ...(pageParam !== '' && { after: pageParam }),
      }
      return call(devices.listDevices, { query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  })

export const stickersQuery = (call: Call, restaurant: string) =>
  queryOptions({
    queryKey: [...DEVICES_ROOT, 'stickers', restaurant],
    queryFn: ({ signal }) => call(devices.getStickers, { query: { restaurant } }, { signal }),
    enabled: restaurant !== '',
    staleTime: 10_000,
  })

const of = (deviceId: string) => ({ params: { deviceId } })

/** Adds a device (id null) or changes one. `idempotency_key` is kept over retries of one submit. */
export const saveDevice = (
  call: Call,
  deviceId: string | null,
  body: devices.DeviceFacts & { was?: Record<keyof devices.DeviceFacts, string>; over?: boolean },
  idempotency_key: string,
): Promise<unknown> =>
  deviceId === null
    ? call(devices.addDevice, { body }, { idempotency_key })
    : call(devices.changeDevice, { ...of(deviceId), body })
export const archiveDevice = (call: Call, deviceId: string) => call(devices.archiveDevice, of(deviceId))
export const restoreDevice = (call: Call, deviceId: string) => call(devices.restoreDevice, of(deviceId))
/** An empty list removes the photo. */
export const setPhoto = (call: Call, deviceId: string, files: readonly File[]) =>
  call(devices.setDevicePhoto, { ...of(deviceId), form: {}, files })
export const importDevices = (call: Call, file: File, { isDry }: { isDry: boolean }) =>
  call(devices.importDevices, { form: { dry_run: isDry ? 'true' : 'false' }, files: [file] })
