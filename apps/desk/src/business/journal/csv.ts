import { guardCell } from '@podmoga/contract/fields/formula'

/** Quotes a cell; text that a spreadsheet would treat as a formula is prefixed with an apostrophe. */
const cell = (text: string): string => `"${guardCell(text).replaceAll('"', '""')}"`

/** Formats rows as CSV for Russian-locale spreadsheets: with a byte order mark and semicolons. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\u{feff}${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`
