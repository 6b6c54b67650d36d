import type { Device, DeviceTicket } from '@podmoga/contract/devices'
import { deviceKindName } from '@podmoga/contract/devices'
import type { FileLinks } from '../../files/file-links.ts'
import type { Person } from '../../http/principals.ts'
import type { CountedRow, DeviceRow, FaultRow } from './devices.sql.ts'

export const deviceAnswer = (links: FileLinks, reader: Person, row: DeviceRow): Device => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  kind_name: deviceKindName(row.kind),
  model: row.model,
  serial: row.serial,
  place: row.place,
  photo:
    row.photo_key === null
      ? null
      : links.link(reader, {
          file_key: row.photo_key,
          file_name: 'photo.webp',
          content_type: 'image/webp',
        }),
  restaurant: { id: row.restaurant_id, name: row.restaurant_name },
})

export const deskDeviceAnswer = (links: FileLinks, reader: Person, row: CountedRow) => ({
  ...deviceAnswer(links, reader, row),
  archived_at: row.archived_at?.toISOString() ?? null,
  tickets: row.tickets,
})

export const faultAnswer = ({ created_at, ...row }: FaultRow): DeviceTicket => ({
  ...row,
  created_at: created_at.toISOString(),
})
