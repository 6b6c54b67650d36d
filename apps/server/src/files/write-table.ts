import { setImmediate as breathe } from 'node:timers/promises'
import { guardCell } from '@podmoga/contract/fields/formula'
import type { ZipDeflate } from 'fflate'
import { escapeHtml } from '../http/escape-html.ts'
import { late } from '../ports/lazy-libraries.ts'

const csv = late<typeof import('csv-stringify/sync')>('csv-stringify/sync')
const fflate = late<typeof import('fflate')>('fflate')

const BATCH = 500

/** A phone number: "+998…" is not a formula. */
const PHONE = /^\+\d+$/

/**
 * Streams rows as CSV with the delimiter and BOM that Russian Excel expects. Cells that a spreadsheet would execute get a
 * leading apostrophe.
 */
export const csvOf = async function* (rows: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  const stringify = (batch: string[][]): Buffer =>
    Buffer.from(csv().stringify(batch, { delimiter: ';', record_delimiter: '\r\n' }))
  yield Buffer.from('\ufeff')
  let batch: string[][] = []
  for await (const row of rows) {
    batch.push(row.map((cell) => (PHONE.test(cell) ? cell : guardCell(cell))))
    if (batch.length < BATCH) continue
    yield stringify(batch)
    batch = []
    await breathe()
  }
  if (batch.length > 0) yield stringify(batch)
}

const whole = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** The same in one buffer, for short tables. */
export const writeCsv = (rows: AsyncIterable<readonly string[]>): Promise<Buffer> => whole(csvOf(rows))

const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these.
  escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const partsOf = (sheet_name: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets><sheet name="${sheet_name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
})

/** Streams rows as a workbook of one sheet. Every cell is an inline string, so nothing is ever executed. */
export const workbookOf = async function* (
  rows: AsyncIterable<readonly string[]>,
  sheet_name: string,
): AsyncGenerator<Uint8Array> {
  const { strToU8, Zip, ZipDeflate } = fflate()
  let chunks: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    failed ??= error
    chunks.push(chunk)
  })
  const open = (name: string): ZipDeflate => {
    const part = new ZipDeflate(name, { level: 6 })
    zip.add(part)
    return part
  }
  const taken = (): Uint8Array[] => {
    if (failed !== null) throw failed
    const ready = chunks
    chunks = []
    return ready
  }
  for (const [name, xml] of Object.entries(partsOf(escaped(sheet_name))))
    open(name).push(strToU8(HEAD + xml), true)
  const sheet = open('xl/worksheets/sheet1.xml')
  sheet.push(strToU8(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`))
  let xml = ''
  let count = 0
  for await (const row of rows) {
    const cells = row.map(
      (cell) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`,
    )
    xml += `<row>${cells.join('')}</row>`
    count += 1
    if (count % BATCH !== 0) continue
    sheet.push(strToU8(xml))
    xml = ''
    yield* taken()
    await breathe()
  }
  sheet.push(strToU8(`${xml}</sheetData></worksheet>`), true)
  zip.end()
  yield* taken()
}

/** The same in one buffer, for short tables. */
export const writeWorkbook = (rows: AsyncIterable<readonly string[]>, sheet_name: string): Promise<Buffer> =>
  whole(workbookOf(rows, sheet_name))
