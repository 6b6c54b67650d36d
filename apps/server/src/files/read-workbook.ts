import type { Readable } from 'node:stream'
import type { SaxesParser } from 'saxes'
import type { Entry, ZipFile } from 'yauzl'
import { late } from '../ports/lazy-libraries.ts'
import { badTable, makeCellCheck, type TableLimits, tooManyRows } from './table-refusals.ts'

const saxes = late<typeof import('saxes')>('saxes')
const yauzl = late<typeof import('yauzl')>('yauzl')

/** Maximum unpacked bytes of one part, and parts of one workbook: more is a zip bomb. */
const PART_MAX = 24 * 1024 * 1024
const PARTS_MAX = 500
/** Maximum shared strings of a workbook. */
const STRINGS_MAX = 100_000

const NOT_A_BOOK = 'Файл XLSX повреждён или это не таблица. Сохраните его ещё раз или сохраните как CSV.'
const BOMB = 'В файле слишком много данных. Оставьте один лист с сотрудниками.'
const MACROS = 'В файле есть макросы. Сохраните его как обычную книгу XLSX или как CSV.'

const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'Refusal'

/** Streams a part into its own parser; a DOCTYPE, which could nest entities, is rejected. */
const parsePart = async (
  zip: ZipFile,
  entry: Entry,
  listen: (parser: SaxesParser) => void,
): Promise<void> => {
  if (entry.uncompressedSize > PART_MAX) throw badTable(BOMB)
  const parser = new (saxes().SaxesParser)()
  parser.on('doctype', () => {
    throw badTable(NOT_A_BOOK)
  })
  parser.on('error', (error) => {
    throw error
  })
  listen(parser)
  const stream: Readable = await zip.openReadStreamPromise(entry)
  let size = 0
  const decoder = new TextDecoder()
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > PART_MAX) throw badTable(BOMB)
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  parser.close()
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The shared strings of a workbook, without phonetic hints. */
const readStrings = async (zip: ZipFile, entry: Entry): Promise<string[]> => {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isHint = false
  await parsePart(zip, entry, (parser) => {
    parser.on('opentag', ({ name }) => {
      const tag = local(name)
      if (tag === 'si') text = ''
      if (tag === 'rPh') isHint = true
      isText = tag === 't' && !isHint
    })
    parser.on('text', (piece) => {
      if (isText) text += piece
    })
    parser.on('closetag', ({ name }) => {
      const tag = local(name)
      if (tag === 't') isText = false
      if (tag === 'rPh') isHint = false
      if (tag !== 'si') return
      strings.push(text)
      if (strings.length > STRINGS_MAX) throw badTable(BOMB)
    })
  })
  return strings
}

/** Zero-based column and row of a reference such as "BC12". */
const positionOf = (reference: string): { column: number; row: number } | null => {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(reference) ?? []
  if (letters === undefined || digits === undefined) return null
  const column = [...letters].reduce((so_far, letter) => so_far * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { column, row: Number(digits) - 1 }
}

/** The displayed values of a sheet. Of a formula only the cached result is read, never the formula. */
const readSheet = async (
  zip: ZipFile,
  entry: Entry,
  strings: readonly string[],
  limits: TableLimits,
): Promise<string[][]> => {
  const rows: string[][] = []
  const check = makeCellCheck(limits)
  let row = -1
  let column = -1
  let type = ''
  let value = ''
  let isValue = false
  const put = (): void => {
    const text = type === 's' ? (strings[Number(value)] ?? '') : value
    if (text === '') return
    // Only non-empty rows count: Excel likes to format a million empty ones.
    if (row > limits.rows_max) throw tooManyRows(limits.rows_max)
    check(row, column, text)
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    while (cells.length <= column) cells.push('')
    cells[column] = text
  }
  await parsePart(zip, entry, (parser) => {
    parser.on('opentag', ({ name, attributes }) => {
      const tag = local(name)
      const given = attributes as Record<string, string>
      if (tag === 'row') {
        row = given.r === undefined ? row + 1 : Number(given.r) - 1
        column = -1
        if (!Number.isInteger(row) || row < 0) throw badTable(NOT_A_BOOK)
      } else if (tag === 'c') {
        const position = given.r === undefined ? { row, column: column + 1 } : positionOf(given.r)
        if (position === null || position.row !== row) throw badTable(NOT_A_BOOK)
        column = position.column
        type = given.t ?? ''
        value = ''
      }
      isValue = tag === 'v' || tag === 't'
    })
    parser.on('text', (piece) => {
      if (isValue) value += piece
      // Rejects a too long text without reading it to its end.
      if (value.length > limits.cell_max) check(row, column, value)
    })
    parser.on('closetag', ({ name }) => {
      const tag = local(name)
      if (tag === 'v' || tag === 't') isValue = false
      if (tag === 'c') put()
    })
  })
  return rows
}

const read = async (zip: ZipFile, limits: TableLimits): Promise<string[][]> => {
  if (zip.entryCount > PARTS_MAX) throw badTable(BOMB)
  const parts = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry)
  if ([...parts.keys()].some((name) => /vbaProject|macrosheets/i.test(name))) throw badTable(MACROS)
  const strings = parts.get('xl/sharedStrings.xml')
  const sheet = [...parts]
    .filter(([name]) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))[0]?.[1]
  if (sheet === undefined) throw badTable(NOT_A_BOOK)
  return readSheet(zip, sheet, strings === undefined ? [] : await readStrings(zip, strings), limits)
}

/** Reads the first sheet of an XLSX as rows of text. Refuses `invalid` for anything that is not a valid table. */
export const readWorkbook = async (path: string, limits: TableLimits): Promise<string[][]> => {
  let zip: ZipFile | undefined
  try {
    zip = await yauzl().openPromise(path, { lazyEntries: true, autoClose: false })
    return await read(zip, limits)
  } catch (error) {
    throw isRefusal(error) ? error : badTable(NOT_A_BOOK)
  } finally {
    zip?.close()
  }
}
