/** What a spreadsheet would take for a formula begins with an apostrophe. */
const cell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

/** Rows as a file that spreadsheets of this country open: a byte order mark, semicolons. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\u{feff}${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`
