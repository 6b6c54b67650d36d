import pg from 'pg'

/** What a statement may carry besides its own text. An object goes through `json`, so that none is sent by accident. */
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

/** Marks what is written into the text of a statement and not sent beside it. */
export const FRAGMENT = Symbol('fragment')

/** A value sent as jsonb. */
export class Json {
  readonly text: string
  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** What goes over the wire for a value, and the type that the server could not tell by itself. */
export interface Sent {
  value: string | Uint8Array | null | readonly unknown[]
  cast: '' | '::timestamptz' | '::boolean' | '::bytea' | '::bigint' | '::jsonb'
}

/** @throws TypeError for what no column can hold: undefined, a function, a symbol. */
export const sent = (value: unknown): Sent => {
  if (value === null) return { value: null, cast: '' }
  if (typeof value === 'string') return { value, cast: '' }
  if (typeof value === 'number') return { value: String(value), cast: '' }
  if (typeof value === 'boolean') return { value: value ? 't' : 'f', cast: '::boolean' }
  if (typeof value === 'bigint') return { value: String(value), cast: '::bigint' }
  if (value instanceof Date) return { value: value.toISOString(), cast: '::timestamptz' }
  if (value instanceof Json) return { value: value.text, cast: '::jsonb' }
  if (value instanceof Uint8Array) return { value, cast: '::bytea' }
  if (Array.isArray(value)) return { value: value.map(element), cast: '' }
  if (typeof value === 'object') return { value: JSON.stringify(value), cast: '' }
  throw new TypeError(`a statement cannot carry ${String(value)}`)
}

const element = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(element)
  if (value instanceof Uint8Array) return Buffer.from(value)
  return sent(value).value
}

const JSON_ARRAYS = [199, 3807]
const DATE = 1082
const TIMESTAMP = 1114
const INTERVAL = 1186

const asIs = (text: string): string => text
const utc = (text: string): Date => new Date(`${text.replace(' ', 'T')}Z`)

const own = new Map<number, (text: string) => unknown>([
  // The driver reads these as times of the process's own zone.
  [DATE, (text) => new Date(text)],
  [TIMESTAMP, utc],
  [INTERVAL, asIs],
  ...JSON_ARRAYS.map((oid): [number, (text: string) => unknown] => [oid, pg.types.getTypeParser(oid)]),
])

/** How columns become values: int8 and numeric stay text, times are Dates, json is parsed, arrays are arrays. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    own.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}
