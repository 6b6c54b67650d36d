import { crc32, deflateRawSync } from 'node:zlib'
import { escapeHtml } from '../../apps/server/src/http/escape-html.ts'

/** A cell: text, a number, or a formula without its equals sign. */
export type Cell = string | number | { formula: string } | null
export type Sheet = {
  name: string
  title: string
  columns: [header: string, width: number][]
  rows: Cell[][]
}
export type Block =
  | { title: string }
  | { text: string }
  | { checks: string[] }
  | { table: string[][]; widths: number[] }

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'

function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
}

function relationsOf(...list: string[]): string {
  return `${head}<Relationships xmlns="${relations}">${list.join('')}</Relationships>`
}

function contentTypes(parts: [path: string, type: string][]): string {
  const overrides = parts.map(
    ([path, type]) =>
      `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  return `${head}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

/** A ZIP of the given parts. Deterministic: the time of all entries is in 1980. */
function zip(parts: [path: string, content: string][]): Uint8Array {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, content] of parts) {
    const name = Buffer.from(path)
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw, { level: 9 })
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(raw), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(raw.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const border = ['left', 'right', 'top', 'bottom']
  .map((side) => `<${side} style="thin"><color rgb="FF848078"/></${side}>`)
  .join('')
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="3"><font><sz val="11"/><name val="Arial"/></font><font><b/><sz val="11"/><name val="Arial"/></font><font><b/><sz val="14"/><name val="Arial"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE9F0FE"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border>${border}<diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf><xf numFmtId="49" fontId="0" fillId="0" borderId="1" xfId="0" applyNumberFormat="1" applyBorder="1" applyAlignment="1"><alignment wrapText="1"/></xf><xf numFmtId="0" fontId="0" fillId="0" borderId="1" xfId="0" applyBorder="1"/></cellXfs></styleSheet>`

function letter(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : letter(Math.floor(column / 26) - 1) + letter(column % 26)
}

function cell(value: Cell, row: number, column: number, style: number): string {
  const place = `r="${letter(column)}${row}"`
  if (value === null) return `<c ${place} s="${style}"/>`
  if (typeof value === 'number') return `<c ${place} s="3"><v>${value}</v></c>`
  if (typeof value === 'object') return `<c ${place} s="3"><f>${escapeHtml(value.formula)}</f></c>`
  return `<c ${place} s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeHtml(value)}</t></is></c>`
}

function worksheet({ title, columns, rows }: Sheet): string {
  const widths = columns
    .map(([, width], i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  // An import reads headings from the first row, so a sheet without a title starts with them.
  const first = title ? 3 : 1
  const body = [columns.map(([name]) => name as Cell), ...rows].map((values, i) => {
    const cells = values.map((value, column) => cell(value, first + i, column, i === 0 ? 1 : 2)).join('')
    return `<row r="${first + i}">${cells}</row>`
  })
  const top = title ? `<row r="1">${cell(title, 1, 0, 0)}</row>` : ''
  const pane = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${first}" topLeftCell="A${first + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  return `${head}<worksheet xmlns="${main}">${pane}<cols>${widths}</cols><sheetData>${top}${body.join('')}</sheetData><pageSetup paperSize="9" orientation="${columns.length > 6 ? 'landscape' : 'portrait'}"/></worksheet>`
}

/** An Excel workbook. A sheet with a title has its headings in row 3, one without a title in row 1. */
export function xlsx(sheets: Sheet[]): Uint8Array {
  const list = sheets
    .map(({ name }, i) => `<sheet name="${escapeHtml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('')
  const path = (i: number) => `worksheets/sheet${i + 1}.xml`
  return zip([
    [
      '[Content_Types].xml',
      contentTypes([
        ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['xl/styles.xml', 'spreadsheetml.styles'],
        ...sheets.map((_, i): [string, string] => [`xl/${path(i)}`, 'spreadsheetml.worksheet']),
      ]),
    ],
    ['_rels/.rels', relationsOf(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${list}</sheets><calcPr calcId="0" fullCalcOnLoad="1"/></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationsOf(
        ...sheets.map((_, i) => relation(`rId${i + 1}`, 'worksheet', path(i))),
        relation('rId99', 'styles', 'styles.xml'),
      ),
    ],
    ['xl/styles.xml', styles],
    ...sheets.map((sheet, i): [string, string] => [`xl/${path(i)}`, worksheet(sheet)]),
  ])
}

function paragraph(words: string, size = 22, bold = false): string {
  const run = `<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr>`
  return `<w:p><w:pPr><w:spacing w:after="100"/></w:pPr><w:r>${run}<w:t xml:space="preserve">${escapeHtml(words)}</w:t></w:r></w:p>`
}

function table(rows: string[][], widths: number[]): string {
  const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="848078"/>`)
    .join('')
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')
  const body = rows.map((row, i) => {
    const cells = row.map(
      (words, c) =>
        `<w:tc><w:tcPr><w:tcW w:w="${widths[c] ?? 0}" w:type="dxa"/></w:tcPr>${paragraph(words, 20, i === 0)}</w:tc>`,
    )
    return `<w:tr>${cells.join('')}</w:tr>`
  })
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${sides}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join('')}</w:tbl>${paragraph('')}`
}

function blockXml(block: Block): string {
  if ('title' in block) return paragraph(block.title, 32, true)
  if ('text' in block) return paragraph(block.text)
  if ('checks' in block) return block.checks.map((words) => paragraph(`☐  ${words}`)).join('')
  return table(block.table, block.widths)
}

/** A Word document on A4. Widths of a table are in twentieths of a point; a page holds 9600. */
export function docx(blocks: Block[]): Uint8Array {
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1000" w:right="1150" w:bottom="1000" w:left="1150" w:header="700" w:footer="700" w:gutter="0"/></w:sectPr>'
  return zip([
    ['[Content_Types].xml', contentTypes([['word/document.xml', 'wordprocessingml.document.main']])],
    ['_rels/.rels', relationsOf(relation('rId1', 'officeDocument', 'word/document.xml'))],
    [
      'word/document.xml',
      `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${blocks.map(blockXml).join('')}${page}</w:body></w:document>`,
    ],
  ])
}
