import type { ImportRow, TableImport } from '@podmoga/contract/desk/imports'
import { unguardCell } from '@podmoga/contract/fields/formula'
import { quoted } from '@podmoga/contract/fields/quoted'
import { DESK_ROLES } from '@podmoga/contract/roles'
import { badTable, tooLong } from '../../files/table-refusals.ts'
import type { PersonRow } from '../people/people.sql.ts'

/** The cells of one row as text, by column. */
export interface Cells {
  first_name: string
  last_name: string
  email: string
  phone: string
  restaurants: string
  manages: string
  roles: string
}

/** The columns in the order of an export; other columns are ignored. */
export const COLUMNS = {
  first_name: 'Имя',
  last_name: 'Фамилия',
  email: 'Почта',
  phone: 'Телефон',
  restaurants: 'Рестораны',
  manages: 'Управляет',
  roles: 'Роли в поддержке',
} as const satisfies Record<keyof Cells, string>

/** Maximum length of a cell in characters. Longer cells are rejected before anything is stored. */
const KEPT_MAX: Record<keyof Cells, number> = {
  first_name: 200,
  last_name: 200,
  email: 320,
  phone: 100,
  restaurants: 2000,
  manages: 2000,
  roles: 300,
}

/** Separates the restaurants or the roles in one cell; no name contains it. */
const BETWEEN = ' | '

export const ROLE_NAMES: Record<(typeof DESK_ROLES)[number], string> = {
  agent: 'Агент поддержки',
  editor: 'Редактор базы знаний',
  admin: 'Администратор',
}

export const listOf = (cell: string): string[] =>
  cell
    .split(/\s*[|\n]\s*/)
    .map((one) => one.trim())
    .filter(Boolean)

export const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

const cellOf = (text: string | undefined): string => unguardCell(text ?? '').trim()

/**
 * Rows below the heading with their line numbers, without empty ones. Throws if the heading lacks a required column.
 */
export const rowsBelow = <N extends string>(
  table: readonly (readonly string[])[],
  columns: Readonly<Record<N, string>>,
  lacking: (has: (name: N) => boolean) => N | null,
): { line: number; cells: Record<N, string> }[] => {
  const names = Object.keys(columns) as N[]
  const heading = (table[0] ?? []).map(plain)
  const at = (name: N): number => heading.indexOf(plain(columns[name]))
  const missing = lacking((name) => at(name) >= 0)
  if (missing !== null)
    throw badTable(
      `В первой строке нужны названия столбцов: ${Object.values(columns).join(', ')}. Нет столбца ${quoted(columns[missing])}.`,
    )
  return table.slice(1).flatMap((row, index) => {
    const cells = Object.fromEntries(names.map((name) => [name, cellOf(row[at(name)])])) as Record<N, string>
    return Object.values(cells).every((cell) => cell === '') ? [] : [{ line: index + 2, cells }]
  })
}

/** Extra columns of a file of rejected rows, as written by the server and by the desk. */
const OF_ERRORS = ['Почему не внесено', 'Строка', 'Почему не подходит']
const IGNORED_MAX = 10
const IGNORED_LETTERS = 60

/** Unknown headings: reported to the user, because a mistyped column is ignored. */
export const ignoredIn = (
  table: readonly (readonly string[])[],
  columns: Readonly<Record<string, string>>,
): string[] => {
  const known = new Set(['', ...Object.values(columns), ...OF_ERRORS].map(plain))
  const others = (table[0] ?? []).filter((name) => !known.has(plain(name)))
  return [...new Set(others.map((name) => name.trim().slice(0, IGNORED_LETTERS)))].slice(0, IGNORED_MAX)
}

/** The result for the rows of a table, in its order; bad rows include their cells. */
export const tableOf = <N extends string>(
  columns: Readonly<Record<N, string>>,
  lines: readonly { cells: Record<N, string> }[],
  rows: readonly ImportRow[],
): Pick<TableImport, 'columns' | 'rows'> => {
  const names = Object.keys(columns) as N[]
  return {
    columns: names.map((name) => columns[name]),
    rows: rows.map(({ line, name, fate, says }, at) => {
      const cells = lines[at]?.cells
      const result = { line, name, fate, says }
      return fate === 'bad' && cells !== undefined
        ? { ...result, cells: names.map((column) => cells[column]) }
        : result
    }),
  }
}

/** Requires the name column, and an e-mail or phone column to match people by. Throws if a cell is too long. */
export const cellsOf = (table: readonly (readonly string[])[]): { line: number; cells: Cells }[] => {
  const rows = rowsBelow(table, COLUMNS, (has) => {
    if (!has('first_name')) return 'first_name'
    return has('email') || has('phone') ? null : 'email'
  })
  for (const { line, cells } of rows)
    for (const [name, max] of Object.entries(KEPT_MAX) as [keyof Cells, number][])
      if (cells[name].length > max) throw tooLong(line, quoted(COLUMNS[name]), max)
  return rows
}

/** A person as a row of the same format; `visible` hides the names of other restaurants from a manager. */
export const rowOf = (
  { first_name, last_name, email, phone, restaurants, desk_roles }: PersonRow,
  visible: readonly string[] | null,
): string[] => {
  const own = restaurants.filter(({ id }) => visible === null || visible.includes(id))
  const names = (role: 'staff' | 'manager') =>
    own
      .filter((one) => one.role === role)
      .map(({ name }) => name)
      .join(BETWEEN)
  const roles = DESK_ROLES.filter((role) => desk_roles.includes(role)).map((role) => ROLE_NAMES[role])
  return [
    first_name ?? '',
    last_name ?? '',
    email ?? '',
    phone ?? '',
    names('staff'),
    names('manager'),
    visible === null ? roles.join(BETWEEN) : '',
  ]
}
