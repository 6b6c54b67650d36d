import { z } from 'zod'
import { Device, DeviceKind, DeviceTicket } from '../devices.ts'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, isStorable, oneLine, PathId, Text, Time } from '../fields/fields.ts'
import { NAME_MAX } from '../fields/limits.ts'
import { storedText } from '../fields/written.ts'
import { Search } from '../knowledge.ts'
import { cursorPaged, LongPageSize } from '../page.ts'
import { TableImport } from './imports.ts'
import { Ok } from './knowledge-shapes.ts'

/** The maximum number of devices in use in one restaurant. */
export const DEVICES_MAX = 500

const DevicePath = z.object({ deviceId: PathId })

/** One line that may be empty. */
const Line = z
  .string()
  .refine(isStorable, { error: FIELD.bad_characters, abort: true })
  .transform((text) => storedText(oneLine(text)))
  .refine((text) => text.length <= NAME_MAX, { error: () => FIELD.too_long(NAME_MAX) })
  .default('')

export const DeviceFacts = z.object({
  restaurant_id: z.string({ error: FIELD.required }).regex(/^[\w-]{1,64}$/, { error: FIELD.required }),
  kind: z.enum(DeviceKind.options, { error: FIELD.required }),
  name: z
    .string({ error: FIELD.required })
    .refine(isStorable, { error: FIELD.bad_characters, abort: true })
    .transform(oneLine)
    .pipe(Text(NAME_MAX)),
  model: Line,
  serial: Line,
  place: Line,
})
export type DeviceFacts = z.output<typeof DeviceFacts>

/** The values that the form was opened with. Stored values may be older than today's validation rules. */
const SeenDevice = z.object({
  restaurant_id: z.string(),
  kind: z.string(),
  name: z.string(),
  model: z.string(),
  serial: z.string(),
  place: z.string(),
})

export const DeskDevice = Device.extend({
  archived_at: Time.nullable(),
  /** The number of tickets about it. */
  tickets: z.number().int(),
})
export type DeskDevice = z.infer<typeof DeskDevice>

export const listDevices = endpoint({
  name: 'listDevices',
  summary: 'Устройства ресторанов по названию, страницами',
  method: 'GET',
  path: 'desk/devices/',
  auth: ['manager', 'agent'],
  query: z.object({
    restaurant: PathId.optional(),
    search: Search,
    archived: z.enum(['true', 'false']).default('false'),
    after: PathId.optional(),
    page_size: LongPageSize,
  }),
  answer: cursorPaged(DeskDevice).answer,
  compressed: true,
  refusals: ['not_found'],
})

export const addDevice = endpoint({
  name: 'addDevice',
  summary: 'Новое устройство',
  method: 'POST',
  path: 'desk/devices/',
  auth: 'manager',
  body: DeviceFacts,
  answer: z.object({ id: Id }),
  refusals: ['not_found', 'limit_reached', 'idempotency_conflict'],
  creates: true,
})

export const changeDevice = endpoint({
  name: 'changeDevice',
  summary: 'Изменить устройство или перенести в другой ресторан; наклейка остаётся той же',
  method: 'POST',
  path: 'desk/devices/:deviceId/',
  auth: 'manager',
  params: DevicePath,
  body: DeviceFacts.extend({
    /** The save is refused if someone else changed these values since. */
    was: SeenDevice.optional(),
    /** The user saw the conflict: save the fields that differ from `was`, and leave the others at their current values. */
    over: z.boolean().optional(),
  }),
  answer: Ok,
  refusals: ['not_found', 'limit_reached', 'changed_meanwhile'],
})

export const archiveDevice = endpoint({
  name: 'archiveDevice',
  summary: 'В архив: наклейка больше не открывается, тикеты остаются',
  method: 'POST',
  path: 'desk/devices/:deviceId/archive/',
  auth: 'manager',
  params: DevicePath,
  answer: Ok,
  refusals: ['not_found'],
})

export const restoreDevice = endpoint({
  name: 'restoreDevice',
  summary: 'Вернуть устройство из архива',
  method: 'POST',
  path: 'desk/devices/:deviceId/restore/',
  auth: 'manager',
  params: DevicePath,
  answer: Ok,
  refusals: ['not_found', 'limit_reached'],
})

export const setDevicePhoto = endpoint({
  name: 'setDevicePhoto',
  summary: 'Фото устройства; без файла — убрать',
  method: 'POST',
  path: 'desk/devices/:deviceId/photo/',
  auth: 'manager',
  params: DevicePath,
  form: z.object({}),
  files: { field: 'image', kind: 'photo' },
  answer: Ok,
  refusals: ['not_found', 'too_many_files'],
})

export const importDevices = endpoint({
  name: 'importDevices',
  summary:
    'Устройства из CSV или XLSX: dry_run говорит, что будет с каждой строкой, без него они вносятся все сразу',
  method: 'POST',
  path: 'desk/devices/import/',
  auth: 'manager',
  form: z.object({ dry_run: z.enum(['true', 'false']).default('true') }),
  files: { field: 'file', kind: 'table' },
  answer: TableImport,
  refusals: [],
})

export const getStickers = endpoint({
  name: 'getStickers',
  summary: 'Лист наклеек ресторана: адрес для QR-кода каждого устройства',
  method: 'GET',
  path: 'desk/devices/sheet/',
  auth: ['manager', 'agent'],
  query: z.object({ restaurant: PathId }),
  answer: z.object({
    restaurant: z.string(),
    devices: z.array(
      z.object({ id: Id, name: z.string(), model: z.string(), place: z.string(), link: z.string() }),
    ),
  }),
  compressed: true,
  refusals: ['not_found'],
})

/** A device of the same model, with its recent number of tickets. */
export const AlikeDevice = z.object({
  id: Id,
  name: z.string(),
  place: z.string(),
  restaurant_name: z.string(),
  /** Tickets of the last 90 days. */
  recent: z.number().int(),
})

export const getTicketDevice = endpoint({
  name: 'getTicketDevice',
  summary: 'Об устройстве этого тикета: прежние поломки и такие же устройства бизнеса',
  method: 'GET',
  path: 'desk/tickets/:ticketId/about_device/',
  auth: 'agent',
  params: z.object({ ticketId: PathId }),
  answer: z.object({
    /** null: the ticket is not about a device. */
    device: DeskDevice.nullable(),
    alike: z.array(AlikeDevice),
  }),
  refusals: ['not_found'],
})

const history = cursorPaged(DeviceTicket)

export const listDeviceTickets = endpoint({
  name: 'listDeviceTickets',
  summary: 'История устройства: тикеты о нём, сначала новые, страницами',
  method: 'GET',
  path: 'desk/devices/:deviceId/faults/',
  auth: 'agent',
  params: DevicePath,
  query: history.query,
  answer: history.answer,
  compressed: true,
  refusals: ['not_found'],
})
