import * as calls from '@podmoga/contract/desk/devices'
import type { RowFate } from '@podmoga/contract/desk/imports'
import { DEVICE_KINDS, deviceKindName } from '@podmoga/contract/devices'
import type { Deps } from '../../deps.ts'
import { readTable } from '../../files/read-table.ts'
import { badTable } from '../../files/table-refusals.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { On } from '../../http/serve.ts'
import { ignoredIn, plain, rowsBelow, tableOf } from '../import/columns.ts'
import { listRestaurantRows } from '../restaurants/restaurants.sql.ts'
import { FULL, newDeviceCode } from './devices.routes.ts'
import { countInUse, type DeviceRow, insertDevice, listInUse, updateDevice } from './devices.sql.ts'

const LIMITS = { rows_max: 2000, columns_max: 40, cell_max: 2000, text_max: 1_000_000 }
const IMPORTS_PER_HOUR = 60

const COLUMNS = {
  restaurant: 'Ресторан',
  kind: 'Вид',
  name: 'Название',
  model: 'Модель',
  serial: 'Серийный номер',
  place: 'Место',
} as const
type Cells = Record<keyof typeof COLUMNS, string>
type Fact = Exclude<keyof typeof COLUMNS, 'restaurant'>
const FACTS: readonly Fact[] = ['kind', 'name', 'model', 'serial', 'place']

interface Planned {
  fate: RowFate
  says: string
  /** The existing device, if any. */
  before: DeviceRow | null
  facts: calls.DeviceFacts | null
}

/** The existing data that rows are compared with. */
interface Known {
  /** Open restaurants in the manager's scope, by normalized name. */
  restaurants: ReadonlyMap<string, string>
  /** Devices in use there, by {@link keyOf}. */
  devices: ReadonlyMap<string, DeviceRow>
}

/** A device is identified by its serial number, or by its name if it has none. */
const keyOf = (row: { restaurant_id: string; serial: string; name: string }): string =>
  `${row.restaurant_id} ${row.serial === '' ? `name ${plain(row.name)}` : `serial ${plain(row.serial)}`}`

const kindOf = (cell: string) =>
  DEVICE_KINDS.find(({ key, name }) => plain(name) === plain(cell) || key === cell)?.key

/** Plans a row; an empty cell leaves the existing value. */
const planOne = (cells: Cells, known: Known): Planned => {
  const bad = (says: string): Planned => ({ fate: 'bad', says, before: null, facts: null })
  const restaurant_id = known.restaurants.get(plain(cells.restaurant))
  if (restaurant_id === undefined) return bad('Ресторан: такого открытого ресторана у вас нет')
  const before = known.devices.get(keyOf({ ...cells, restaurant_id })) ?? null
  const kind = cells.kind === '' ? before?.kind : kindOf(cells.kind)
  if (kind === undefined)
    return bad(`Вид: нужен один из: ${DEVICE_KINDS.map(({ name }) => name.toLowerCase()).join(', ')}`)
  const merged = Object.fromEntries(FACTS.map((fact) => [fact, cells[fact] || (before?.[fact] ?? '')]))
  const parsed = calls.DeviceFacts.safeParse({ ...merged, kind, restaurant_id })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return bad(`${COLUMNS[issue?.path[0] as Fact] ?? COLUMNS.name}: ${issue?.message}`)
  }
  const facts = parsed.data
  if (before === null) return { fate: 'add', says: `Новое: ${deviceKindName(kind)}`, before, facts }
  const others = FACTS.filter((fact) => facts[fact] !== before[fact])
  if (others.length === 0) return { fate: 'same', says: 'Без изменений', before, facts }
  const words = others.map((fact) => COLUMNS[fact].toLowerCase()).join(', ')
  return { fate: 'change', says: `Изменится: ${words}`, before, facts }
}

/** Plans all rows; one that repeats another or exceeds the restaurant's limit is bad. */
const planAll = (
  lines: readonly { line: number; cells: Cells }[],
  known: Known,
  used: ReadonlyMap<string, number>,
) => {
  const seen = new Map<string, number>()
  const in_use = new Map(used)
  return lines.map(({ line, cells }) => {
    const plan = planOne(cells, known)
    const name = cells.name || cells.serial
    if (plan.facts === null) return { line, name, ...plan }
    const key = keyOf(plan.facts)
    const first = seen.get(key)
    const bad = (says: string) => ({ line, name, ...plan, fate: 'bad' as const, says })
    if (first !== undefined) return bad(`Повторяет строку ${first}`)
    seen.set(key, line)
    if (plan.fate !== 'add') return { line, name, ...plan }
    const count = (in_use.get(plan.facts.restaurant_id) ?? 0) + 1
    if (count > calls.DEVICES_MAX) return bad(FULL)
    in_use.set(plan.facts.restaurant_id, count)
    return { line, name, ...plan }
  })
}

/** Imports devices from a file: a preview of each row, then all rows in one transaction. */
export const deviceImportRoutes = (on: On, { sql, clock, rates }: Deps): void => {
  const note = makeNote(clock)

  on(calls.importDevices, async ({ who, form, files: [file], request }) => {
    await rates.take('import', who.person_id, IMPORTS_PER_HOUR, 3600)
    if (file === undefined) throw badTable('Выберите файл')
    const table = await readTable(file, LIMITS)
    const lines = rowsBelow(table, COLUMNS, (has) => {
      if (!has('restaurant')) return 'restaurant'
      return has('name') ? null : 'name'
    })
    if (lines.length === 0) throw badTable('В файле нет ни одной строки с устройством')
    const { business_id } = who
    return sql.begin(async (tx) => {
      const all = await listRestaurantRows(tx, { business_id, ids: who.restaurant_ids })
      const open = all.filter(({ archived_at }) => archived_at === null)
      const restaurants = new Map(open.map(({ id, name }) => [plain(name), id]))
      const named = new Set(lines.map(({ cells }) => restaurants.get(plain(cells.restaurant)) ?? ''))
      const used = new Map<string, number>()
      // Locks in one order, so that two imports cannot deadlock.
      for (const id of [...named].filter(Boolean).toSorted()) used.set(id, await countInUse(tx, id))
      const there = await listInUse(tx, { business_ids: [business_id], restaurant_ids: [...used.keys()] })
      const known = { restaurants, devices: new Map(there.map((row) => [keyOf(row), row])) }
      const rows = planAll(lines, known, used)
      const count = (fate: RowFate) => rows.filter((row) => row.fate === fate).length
      const counts = {
        add: count('add'),
        change: count('change'),
        same: count('same'),
        bad: count('bad'),
      }
      if (form.dry_run === 'false') {
        for (const { fate, facts, before } of rows) {
          if (facts === null) continue
          if (fate === 'add')
            await insertDevice(tx, { ...facts, business_id, code: newDeviceCode(), now: clock.now() })
          else if (fate === 'change' && before !== null) await updateDevice(tx, { ...facts, id: before.id })
        }
        await note(tx, who, request, {
          event: 'devices_imported',
          after: { new_ones: counts.add, changed: counts.change, left_out: counts.bad },
        })
      }
      return { ...tableOf(COLUMNS, lines, rows), ignored_columns: ignoredIn(table, COLUMNS), counts }
    })
  })
}
