import pg from 'pg'
import { FRAGMENT, type Sent, sent } from './values.ts'

/** A statement ready to be sent. */
export interface Statement {
  text: string
  values: Sent['value'][]
  /**
   * Prepared once on each connection under this name. undefined: parsed each time, or, without values, sent as a simple query.
   */
  name: string | undefined
  /** Limits for this statement alone, on a connection that may keep no state. */
  limits?: Readonly<Record<string, string | number>> | undefined
  /** Statements that begin the transaction, in the same write: this is its first statement. */
  begins?: readonly string[]
  /** The last statement of the transaction: the commit is sent in the same write. */
  commits?: boolean
}

/** An object that writes itself into a statement's text. */
export interface Fragment {
  readonly [FRAGMENT]: true
  writeTo: (out: Draft) => void
}

/** A statement under construction. */
export interface Draft {
  text: string
  values: Sent['value'][]
  /** False for a text that is unlikely to recur, such as a list of many rows. */
  recurs: boolean
}

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && FRAGMENT in value

const writeValue = (out: Draft, value: unknown): void => {
  if (isFragment(value)) value.writeTo(out)
  else {
    const { value: carried, cast } = sent(value)
    out.values.push(carried)
    out.text += `$${out.values.length}${cast}`
  }
}

/** Writes a template: its strings verbatim, values as parameters, fragments in place. */
export const writeTemplate = (out: Draft, strings: readonly string[], values: readonly unknown[]): void => {
  out.text += strings[0] ?? ''
  for (let at = 0; at < values.length; at++) {
    writeValue(out, values[at])
    out.text += strings[at + 1] ?? ''
  }
}

/** A quoted identifier. */
export const identifier = (name: string): Fragment => ({
  [FRAGMENT]: true,
  writeTo: (out) => {
    out.text += name.split('.').map(pg.escapeIdentifier).join('.')
  },
})

/** Marks its statement as unlikely to recur: it is planned for these values and not kept prepared. */
export const seldom: Fragment = {
  [FRAGMENT]: true,
  writeTo: (out) => {
    out.recurs = false
  },
}

/** `(columns) values (…), (…)` of rows; without `columns`, those of the first row. */
export const rowsOf = (
  rows: readonly Record<string, unknown>[],
  columns: readonly string[] = Object.keys(rows[0] ?? {}),
): Fragment => ({
  [FRAGMENT]: true,
  writeTo: (out) => {
    if (rows.length === 0) throw new TypeError('there are no rows to insert')
    if (rows.length > 1) out.recurs = false
    out.text += `(${columns.map(pg.escapeIdentifier).join(', ')}) values `
    for (const [at, row] of rows.entries()) {
      out.text += at === 0 ? '(' : ', ('
      for (const [index, column] of columns.entries()) {
        if (index > 0) out.text += ', '
        writeValue(out, row[column])
      }
      out.text += ')'
    }
  },
})

// Every connection keeps its prepared statements, so their number must be limited to protect the server's memory.
const MOST_NAMES = 1000
/** By text, least recently checked first. */
const names = new Map<string, { name: string; isUsed: boolean }>()

/** Reuses the name of a text that was not used lately; connections that have it prepared replace it. */
const nameToGive = (): string => {
  if (names.size < MOST_NAMES) return `s${names.size}`
  for (const [text, known] of names) {
    names.delete(text)
    if (!known.isUsed) return known.name
    known.isUsed = false
    names.set(text, known)
  }
  throw new Error('there are no names')
}

const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) {
    known.isUsed = true
    return known.name
  }
  const name = nameToGive()
  names.set(text, { name, isUsed: false })
  return name
}

/** Builds a statement from parts. Throws TypeError for a value that no column can hold. */
export const compose = (writeTo: (out: Draft) => void): Statement => {
  const out: Draft = { text: '', values: [], recurs: true }
  writeTo(out)
  return { text: out.text, values: out.values, name: out.recurs ? nameOf(out.text) : undefined }
}
