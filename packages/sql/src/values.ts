import pg from 'pg'

/** Values that a statement may carry. Objects must be wrapped with `json`, so that none is sent by accident. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly Value[]
  | Json
  | { readonly [FRAGMENT]: true }

/** Marks objects that are written into the text of a statement instead of being sent as parameters. */
export const FRAGMENT = Symbol('fragment')

/** A value sent as jsonb. */
export class Json {
  readonly text: string
  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** The wire format of a value, and the cast that the server could not infer. */
export interface Sent {
  value: string | Buffer | null
  cast: '' | '::timestamptz' | '::boolean' | '::bytea' | '::bigint' | '::jsonb'
}

/** @throws TypeError for a value that no column can hold: undefined, a function, a symbol. */
export const sent = (value: unknown): Sent => {
  if (value === null) return { value: null, cast: '' }
  if (typeof value === 'string') return { value, cast: '' }
  if (typeof value === 'number') return { value: String(value), cast: '' }
  if (typeof value === 'boolean') return { value: value ? 't' : 'f', cast: '::boolean' }
  if (typeof value === 'bigint') return { value: String(value), cast: '::bigint' }
  if (value instanceof Date) return { value: value.toISOString(), cast: '::timestamptz' }
  if (value instanceof Json) return { value: value.text, cast: '::jsonb' }
  if (value instanceof Uint8Array) return { value: bufferOf(value), cast: '::bytea' }
  if (Array.isArray(value)) return { value: arrayText(value), cast: '' }
  if (typeof value === 'object') return { value: JSON.stringify(value), cast: '' }
  throw new TypeError(`a statement cannot carry ${String(value)}`)
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Formats an array literal: `{"a",NULL,{"b"}}`. */
const arrayText = (values: readonly unknown[]): string => `{${values.map(element).join(',')}}`

const element = (value: unknown): string => {
  if (Array.isArray(value)) return arrayText(value)
  const { value: carried } = sent(value)
  if (carried === null) return 'NULL'
  const text = typeof carried === 'string' ? carried : `\\x${carried.toString('hex')}`
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

const JSON_ARRAYS = [199, 3807]
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184
const INTERVAL = 1186

const asIs = (text: string): string => text
const utc = (text: string): Date => new Date(`${text.replace(' ', 'T')}Z`)

const readTime = pg.types.getTypeParser(TIMESTAMPTZ)
const DATE_LENGTH = 10
/** Sessions use UTC: `2026-11-22 03:02:05.123456+00` is nearly ISO. Far years and infinities are not. */
const instant = (text: string): unknown =>
  text.endsWith('+00') && text[DATE_LENGTH] === ' '
    ? new Date(`${text.slice(0, DATE_LENGTH)}T${text.slice(DATE_LENGTH + 1, -3)}Z`)
    : readTime(text)

const own = new Map<number, (text: string) => unknown>([
  // The driver reads these types in the process's time zone.
  [DATE, (text) => new Date(text)],
  [TIMESTAMP, utc],
  [TIMESTAMPTZ, instant],
  [INTERVAL, asIs],
  ...JSON_ARRAYS.map((oid): [number, (text: string) => unknown] => [oid, pg.types.getTypeParser(oid)]),
])

/** How columns are parsed: int8 and numeric stay strings, times are Dates, json is parsed, arrays are arrays. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    own.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}
