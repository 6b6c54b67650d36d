import { readFile } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { cutCardNumbers } from '@podmoga/contract/fields/card-number'
import { late } from '../ports/lazy-libraries.ts'
import { readWorkbook } from './read-workbook.ts'
import { badTable, makeCellCheck, type TableLimits, tooManyRows } from './table-refusals.ts'

const csv = late<typeof import('csv-parse')>('csv-parse')

const YIELD_EVERY = 200

/** Russian Excel often saves windows-1251. */
const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

/** Detects the delimiter: the one most frequent in the heading. */
const delimiterOf = (text: string): string => {
  const [heading = ''] = text.split('\n', 1)
  const count = (sign: string): number => heading.split(sign).length
  return [';', ',', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ';'
}

const readCsv = async (path: string, limits: TableLimits): Promise<string[][]> => {
  const text = decode(await readFile(path))
  if (text.includes('\u0000')) throw badTable('Это не таблица: сохраните её как CSV или XLSX.')
  const rows: string[][] = []
  const check = makeCellCheck(limits)
  const parser = csv().parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: limits.columns_max * limits.cell_max,
  })
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      for (const [column, text] of row.entries()) check(rows.length, column, text)
      rows.push(row)
      if (rows.length > limits.rows_max + 1) throw tooManyRows(limits.rows_max)
      if (rows.length % YIELD_EVERY === 0) await breathe()
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error
    throw badTable(`Строку ${rows.length + 1} не удалось прочитать: проверьте кавычки.`)
  }
  return rows
}

/**
 * Reads the rows of a CSV or of the first sheet of an XLSX as text, heading included, with payment card numbers masked.
 * Yields to the event loop. Refuses `invalid` with a message: too many rows, too much text, not a table, a zip bomb, macros.
 */
export const readTable = async (
  file: { temp_path: string; content_type: string },
  limits: TableLimits,
): Promise<string[][]> => {
  const read = file.content_type === 'text/csv' ? readCsv : readWorkbook
  const rows = await read(file.temp_path, limits)
  for (const [at, row] of rows.entries()) {
    rows[at] = row.map(cutCardNumbers)
    if (at % YIELD_EVERY === 0) await breathe()
  }
  return rows
}
