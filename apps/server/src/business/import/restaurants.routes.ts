import * as calls from '@podmoga/contract/desk/admin'
import type { RowFate } from '@podmoga/contract/desk/imports'
import { hoursOf } from '@podmoga/contract/fields/hours'
import type { Deps } from '../../deps.ts'
import { readTable } from '../../files/read-table.ts'
import { badTable } from '../../files/table-refusals.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { On } from '../../http/serve.ts'
import { remainingFor } from '../operator/operator.sql.ts'
import {
  insertRestaurant,
  journalFacts,
  listRestaurantRows,
  lockRestaurants,
  type RestaurantFacts,
  type RestaurantRow,
  updateRestaurant,
} from '../restaurants/restaurants.sql.ts'
import { makeTimezoneFinder } from '../restaurants/timezones.ts'
import { ignoredIn, plain, rowsBelow, tableOf } from './columns.ts'
import { withinLimit } from './plan.ts'

const LIMITS = { rows_max: 1000, columns_max: 40, cell_max: 2000, text_max: 500_000 }
const IMPORTS_PER_HOUR = 60

const DAYS = {
  monday: 'Понедельник',
  tuesday: 'Вторник',
  wednesday: 'Среда',
  thursday: 'Четверг',
  friday: 'Пятница',
  saturday: 'Суббота',
  sunday: 'Воскресенье',
} as const
const COLUMNS = {
  name: 'Название',
  timezone: 'Часовой пояс',
  city: 'Город',
  chain: 'Бренд',
  groups: 'Группы',
  ...DAYS,
} as const
type Cells = Record<keyof typeof COLUMNS, string>

interface Planned {
  line: number
  name: string
  fate: RowFate
  says: string
  /** The existing restaurant, if any. */
  before: RestaurantRow | null
  facts: RestaurantFacts
}

const NOTHING: RestaurantFacts = { name: '', timezone: '', hours: null }

/** The opening hours of a row; null if it has none. */
const weekOf = (cells: Cells): string[] | null => {
  const week = hoursOf((Object.keys(DAYS) as (keyof typeof DAYS)[]).map((day) => cells[day]))
  return week.every((day) => day === '') ? null : week
}

/** The groups of a row, separated like a person's restaurants; null if it has none. */
const groupsOf = ({ groups }: Cells): string[] | null => {
  const named = groups
    .split('|')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return named.length === 0 ? null : [...new Set(named)].toSorted()
}

/** Plans a row; an empty cell leaves the existing value. */
const planOne = (
  cells: Cells,
  known: readonly RestaurantRow[],
  findTimezone: (text: string) => string | undefined,
): Omit<Planned, 'line' | 'name'> => {
  const bad = (says: string) => ({ fate: 'bad' as const, says, before: null, facts: NOTHING })
  const named = known.filter(({ name }) => plain(name) === plain(cells.name))
  const before = named.find(({ archived_at }) => archived_at === null) ?? null
  if (before === null && named.length > 0) return bad('Такой ресторан в архиве: верните его оттуда')
  const zone = findTimezone(cells.timezone) ?? cells.timezone.replaceAll(' ', '_')
  const parsed = calls.RestaurantFacts.safeParse({
    name: before?.name ?? cells.name,
    timezone: zone || before?.timezone,
    hours: weekOf(cells) ?? before?.hours ?? null,
    city: cells.city || before?.city || null,
    chain: cells.chain || before?.chain || null,
    groups: groupsOf(cells) ?? before?.groups ?? [],
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const [field, day] = issue?.path ?? []
    const column =
      field === 'hours'
        ? Object.values(DAYS)[Number(day)]
        : COLUMNS[field as Exclude<keyof typeof COLUMNS, keyof typeof DAYS>]
    return bad(`${column}: ${issue?.message}`)
  }
  const facts = { ...parsed.data, name: parsed.data.name.trim() }
  if (before === null) return { fate: 'add', says: 'Новый ресторан', before, facts }
  const others = [
    facts.timezone !== before.timezone && 'часовой пояс',
    facts.hours?.join() !== before.hours?.join() && 'часы работы',
    facts.city !== before.city && 'город',
    facts.chain !== before.chain && 'бренд',
    facts.groups?.join() !== before.groups.join() && 'группы',
  ].filter((word) => word !== false)
  if (others.length === 0) return { fate: 'same', says: 'Без изменений', before, facts }
  return { fate: 'change', says: `Изменится: ${others.join(', ')}`, before, facts }
}

/** Imports restaurants from a file: a preview of each row, then all rows in one transaction. */
export const restaurantImportRoutes = (on: On, { sql, clock, rates }: Deps): void => {
  const note = makeNote(clock)

  on(calls.importRestaurants, async ({ who, form, files: [file], request }) => {
    await rates.take('import', who.person_id, IMPORTS_PER_HOUR, 3600)
    if (file === undefined) throw badTable('Выберите файл')
    const table = await readTable(file, LIMITS)
    const lines = rowsBelow(table, COLUMNS, (has) => (has('name') ? null : 'name'))
    if (lines.length === 0) throw badTable('В файле нет ни одной строки с рестораном')
    const { business_id } = who
    const findTimezone = await makeTimezoneFinder(clock.now())
    return sql.begin(async (tx) => {
      await lockRestaurants(tx, business_id)
      const known = await listRestaurantRows(tx, { business_id, ids: null })
      const seen = new Map<string, number>()
      const planned = lines.map(({ line, cells }): Planned => {
        const first = seen.get(plain(cells.name))
        if (first === undefined) seen.set(plain(cells.name), line)
        const plan = planOne(cells, known, findTimezone)
        return first === undefined || plan.fate === 'bad'
          ? { line, name: cells.name, ...plan }
          : { line, name: cells.name, ...plan, fate: 'bad', says: `Повторяет строку ${first}` }
      })
      const rows = withinLimit(
        planned,
        await remainingFor(tx, { business_id, what: 'restaurants' }),
        'restaurants',
      )
      if (form.dry_run === 'false')
        for (const { fate, facts, before } of rows) {
          if (fate === 'add') {
            const id = await insertRestaurant(tx, { business_id, ...facts })
            await note(tx, who, request, {
              event: 'restaurant_added',
              subject: `restaurant ${id}`,
              after: journalFacts(facts),
              is_part: true,
            })
          } else if (fate === 'change' && before !== null) {
            const { id } = before
            await updateRestaurant(tx, { id, ...facts })
            await note(tx, who, request, {
              event: 'restaurant_changed',
              subject: `restaurant ${id}`,
              before: journalFacts(before),
              after: journalFacts(facts),
              is_part: true,
            })
          }
        }
      const count = (fate: RowFate) => rows.filter((row) => row.fate === fate).length
      if (form.dry_run === 'false' && count('add') + count('change') > 0)
        await note(tx, who, request, {
          event: 'restaurants_imported',
          after: { new_ones: count('add'), changed: count('change'), left_out: count('bad') },
        })
      return {
        ...tableOf(COLUMNS, lines, rows),
        ignored_columns: ignoredIn(table, COLUMNS),
        counts: { add: count('add'), change: count('change'), same: count('same'), bad: count('bad') },
      }
    })
  })
}
