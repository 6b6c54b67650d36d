import pg from 'pg'
import { FRAGMENT, type Sent, sent } from './values.ts'

/** A statement ready to be sent. */
export interface Statement {
  text: string
  values: Sent['value'][]
  /** Prepared once on each connection under this name; undefined: parsed anew, or (without values) sent as it is. */
  name: string | undefined
  /** Limits for this statement alone, on a connection where none may stay. */
  limits?: Readonly<Record<string, string | number>> | undefined
  /** What a transaction begins with, in the same write: this is its first statement. */
  begins?: readonly string[]
  /** The transaction's last word: its commit goes out in the same write. */
  commits?: boolean
}

/** Something that writes itself into a statement's text. */
export interface Fragment {
  readonly [FRAGMENT]: true
  writeTo: (out: Draft) => void
}

/** A statement while it is being put together. */
export interface Draft {
  text: string
  values: Sent['value'][]
  /** False for a text that will hardly come again: a list of so many rows. */
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

/** Writes a template: its strings as they stand, each value as a parameter, each fragment in its place. */
export const writeTemplate = (out: Draft, strings: readonly string[], values: readonly unknown[]): void => {
  out.text += strings[0] ?? ''
  for (let at = 0; at < values.length; at++) {
    writeValue(out, values[at])
    out.text += strings[at + 1] ?? ''
  }
}

/** A name of the schema, quoted. */
export const identifier = (name: string): Fragment => ({
  [FRAGMENT]: true,
  writeTo: (out) => {
    out.text += name.split('.').map(pg.escapeIdentifier).join('.')
  },
})

/** Says that its statement will hardly come again as it is: it is planned for just these values and not kept. */
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
      for (const [place, column] of columns.entries()) {
        if (place > 0) out.text += ', '
        writeValue(out, row[column])
      }
      out.text += ')'
    }
  },
})

// Each connection keeps what it has prepared: texts that vary without end must not fill the server's memory.
const MOST_NAMES = 1000
/** By text, the longest unlooked-at first. */
const names = new Map<string, { name: string; isUsed: boolean }>()

/** The name of a text that was not used lately, for another; a connection that has it prepared makes it anew. */
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

/** Puts a template together. Throws TypeError for a value that no column can hold. */
export const compose = (writeTo: (out: Draft) => void): Statement => {
  const out: Draft = { text: '', values: [], recurs: true }
  writeTo(out)
  return { text: out.text, values: out.values, name: out.recurs ? nameOf(out.text) : undefined }
}
