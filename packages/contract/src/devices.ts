import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Category } from './fields/choices.ts'
import { DeviceCode, Id, Time } from './fields/fields.ts'
import { MaterialItem } from './knowledge.ts'

/** Kinds of devices, with the category and topic of a ticket about one. A topic that the business does not offer stays empty. */
export const DEVICE_KINDS = [
  { key: 'till', name: 'Касса', category: 'technical_issue', topic: 'pos' },
  { key: 'printer', name: 'Принтер', category: 'technical_issue', topic: 'printing' },
  { key: 'terminal', name: 'Платёжный терминал', category: 'trouble_paying', topic: 'terminal' },
  { key: 'kitchen_screen', name: 'Кухонный экран', category: 'technical_issue', topic: 'kitchen' },
  { key: 'tablet', name: 'Планшет', category: 'technical_issue', topic: 'orders' },
  { key: 'scanner', name: 'Сканер', category: 'technical_issue', topic: 'stock' },
  { key: 'scales', name: 'Весы', category: 'technical_issue', topic: 'stock' },
  { key: 'network', name: 'Роутер', category: 'other', topic: '' },
  { key: 'fridge', name: 'Холодильник', category: 'other', topic: '' },
  { key: 'stove', name: 'Плита или печь', category: 'other', topic: '' },
  { key: 'other', name: 'Другое', category: 'other', topic: '' },
] as const satisfies readonly { key: string; name: string; category: Category; topic: string }[]

export const DeviceKind = z.enum(DEVICE_KINDS.map(({ key }) => key))
export type DeviceKind = z.infer<typeof DeviceKind>

/** The Russian name of a kind; an unknown kind is returned as it is. */
export const deviceKindName = (kind: string): string =>
  DEVICE_KINDS.find(({ key }) => key === kind)?.name ?? kind

/** The path of a sticker's address, below the public URL: it can be scanned without the app. */
export const STICKER_PATH = '/d/'

export const DeviceTicket = z.object({
  id: Id,
  number: z.number().int(),
  status: z.enum(['awaiting_response', 'processed']),
  last_message: z.string().nullable(),
  created_at: Time,
})
export type DeviceTicket = z.infer<typeof DeviceTicket>

export const Device = z.object({
  id: Id,
  name: z.string(),
  kind: z.string(),
  kind_name: z.string(),
  /** Empty if unknown. */
  model: z.string(),
  serial: z.string(),
  place: z.string(),
  /** A signed link. */
  photo: z.string().nullable(),
  restaurant: z.object({ id: Id, name: z.string() }),
})
export type Device = z.infer<typeof Device>

export const ScannedDevice = Device.extend({
  /** The category and topic that a new ticket about it is prefilled with; the person chooses an empty topic. */
  category: z.string(),
  topic: z.string(),
  /** This restaurant's newest tickets about it. */
  tickets: z.array(DeviceTicket),
  /** Articles about its model, best first. */
  materials: z.array(MaterialItem),
})
export type ScannedDevice = z.infer<typeof ScannedDevice>

export const getDevice = endpoint({
  name: 'getDevice',
  summary: 'Устройство ресторана по коду с наклейки: его поломки и статьи о его модели',
  method: 'GET',
  path: 'help_desk/devices/:code/',
  auth: 'staff',
  params: z.object({ code: DeviceCode }),
  answer: ScannedDevice,
  compressed: true,
  refusals: ['not_found'],
})
