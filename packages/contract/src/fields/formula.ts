/** What a spreadsheet would run: Excel takes full-width signs for the plain ones. */
const FORMULA = '[=+\\-@＝＋－＠\\t\\r\\n]'
const UNGUARDED = new RegExp(`^(?=${FORMULA})`)
const GUARDED = new RegExp(`^'(?=${FORMULA})`)

/** Prefixes a cell that a spreadsheet would run with an apostrophe. */
export const guardCell = (cell: string): string => cell.replace(UNGUARDED, "'")

/** Strips the apostrophe of {@link guardCell}. */
export const unguardCell = (cell: string): string => cell.replace(GUARDED, '')
