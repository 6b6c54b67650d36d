import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, PathId } from '../fields/fields.ts'

/** The result for one row of the file. */
export const RowFate = z.enum(['add', 'change', 'same', 'bad'])
export type RowFate = z.infer<typeof RowFate>

export const ImportRow = z.object({
  /** The line number in the file; the header is line 1. */
  line: z.number().int(),
  name: z.string(),
  fate: RowFate,
  /** The result as a Russian sentence. */
  says: z.string(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** A row of a table that is imported at once. */
const TableRow = ImportRow.extend({
  /** The cells of an invalid row, so that it can be corrected and imported again. */
  cells: z.array(z.string()).optional(),
})

const ImportCounts = z.object({
  add: z.number().int(),
  change: z.number().int(),
  same: z.number().int(),
  bad: z.number().int(),
})

/** Unknown columns of the file. They are reported because a typo in a heading would silently drop its column. */
const IgnoredColumns = z.array(z.string()).optional()

export const TableImport = z.object({
  ignored_columns: IgnoredColumns,
  /** The headings of the table, in the order of `cells`. */
  columns: z.array(z.string()).optional(),
  rows: z.array(TableRow),
  counts: ImportCounts,
})
export type TableImport = z.infer<typeof TableImport>

export const PeopleImport = z.object({
  id: Id,
  file_name: z.string(),
  ignored_columns: IgnoredColumns,
  state: z.enum(['checked', 'running', 'done']),
  total: z.number().int(),
  /** Rows imported so far. */
  done: z.number().int(),
  counts: ImportCounts,
  rows: z.array(ImportRow),
  /** The `after` of the next page of rows; null: no more rows. */
  next: z.number().int().nullable(),
})
export type PeopleImport = z.infer<typeof PeopleImport>

/** A file as part of an answer. */
export const Download = z.object({
  file_name: z.string(),
  content_type: z.string(),
  base64: z.string(),
})
export type Download = z.infer<typeof Download>

const ImportPath = z.object({ importId: PathId })

export const checkPeopleImport = endpoint({
  name: 'checkPeopleImport',
  summary: 'Прочитать файл сотрудников (CSV или XLSX) и сказать о каждой строке; ничего не меняет',
  method: 'POST',
  path: 'desk/admin/people/import/',
  auth: 'manager',
  form: z.object({}),
  files: { field: 'file', kind: 'table' },
  answer: PeopleImport,
  refusals: [],
})

export const getPeopleImport = endpoint({
  name: 'getPeopleImport',
  summary: 'Как идёт импорт и что стало со строками, страницами',
  method: 'GET',
  path: 'desk/admin/people_imports/:importId/',
  former_path: 'desk/admin/people/import/:importId/',
  auth: 'manager',
  params: ImportPath,
  query: z.object({
    fate: RowFate.optional(),
    after: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
  }),
  answer: PeopleImport,
  refusals: ['not_found'],
})

export const runPeopleImport = endpoint({
  name: 'runPeopleImport',
  summary: 'Внести прочитанный файл; прерванное сервер продолжает сам',
  method: 'POST',
  path: 'desk/admin/people_imports/:importId/run/',
  former_path: 'desk/admin/people/import/:importId/run/',
  auth: 'manager',
  confirmed: 'always',
  params: ImportPath,
  body: z.object({ send: z.enum(['link', 'email']).default('link') }),
  answer: PeopleImport,
  refusals: ['not_found'],
})

export const getImportErrors = endpoint({
  name: 'getImportErrors',
  summary: 'Строки, которые не внесены, с причиной: файл CSV, который можно исправить и внести снова',
  method: 'GET',
  path: 'desk/admin/people_imports/:importId/errors/',
  former_path: 'desk/admin/people/import/:importId/errors/',
  auth: 'manager',
  params: ImportPath,
  answer: Download,
  refusals: ['not_found'],
  compressed: true,
})

export const exportPeople = endpoint({
  name: 'exportPeople',
  summary: 'Все сотрудники файлом CSV или XLSX, того же вида, что принимает импорт',
  method: 'GET',
  path: 'desk/admin/people/export/',
  auth: 'manager',
  confirmed: 'always',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  answer: Download,
  refusals: [],
  compressed: true,
})
