import type pg from 'pg'
import type { Statement } from './statement.ts'
import { columnTypes } from './values.ts'

/** The rows of a result, the number of rows read or affected, and the command. */
export type Rows = Record<string, unknown>[] & { readonly count: number; readonly command: string }

interface Column {
  name: string
  read: (text: string) => unknown
}

interface Described {
  fields: { name: string; dataTypeID: number }[]
}

/** After a failed statement the server skips everything up to the single Sync message, so this is not executed. */
const writeBare = (to: pg.Connection, text: string): void => {
  to.parse({ name: '', text, types: [] }, true)
  to.bind({ statement: '' }, true)
  to.execute({}, true)
}

/** The driver's record of a connection's prepared statements, by name. */
interface Connection extends pg.Connection {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  close: (what: { type: 'S'; name: string }) => void
}

// The columns of a prepared statement are fixed: if they change, the server refuses to run it.
const described = new WeakMap<pg.Connection, Map<string, readonly Column[]>>()

const describedOn = (connection: pg.Connection): Map<string, readonly Column[]> => {
  const known = described.get(connection) ?? new Map<string, readonly Column[]>()
  if (known.size === 0) described.set(connection, known)
  return known
}

/** The name belonged to another text when this connection last used it. */
const forget = (to: Connection, name: string): void => {
  to.close({ type: 'S', name })
  delete to.parsedStatements[name]
  describedOn(to).delete(name)
}

/**
 * One query and its result, submitted to the driver. A prepared statement is described once on each connection; later it is only
 * bound and executed, in one write.
 */
export class Exchange implements pg.Submittable {
  readonly text: string
  readonly name: string | undefined
  private readonly values: Statement['values']
  private readonly limits: Statement['limits']
  private readonly begins: readonly string[]
  private readonly commits: boolean
  private readonly done: (error: unknown, rows?: Rows) => void
  private columns: readonly Column[] = []
  private known: Map<string, readonly Column[]> | undefined
  private rows: Record<string, unknown>[] = []
  private tag: string | undefined
  private fault: unknown
  /** The number of commands sent before the statement and not yet completed. */
  private ahead: number

  constructor(
    { text, values, name, limits, begins = [], commits = false }: Statement,
    done: (error: unknown, rows?: Rows) => void,
  ) {
    this.text = text
    this.values = values
    this.name = name
    this.limits = limits
    this.begins = begins
    this.ahead = begins.length
    this.commits = commits
    this.done = done
  }

  submit(to: pg.Connection): void {
    const isBare = this.values.length === 0 && this.limits === undefined && this.ahead === 0 && !this.commits
    if (this.name === undefined && isBare) to.query(this.text)
    else {
      to.stream.cork()
      try {
        this.write(to as Connection, this.name ?? '')
      } finally {
        to.stream.uncork()
      }
    }
  }

  /** Everything up to the single Sync is one transaction, so these limits are local to it. */
  private writeLimits(to: Connection): void {
    if (this.limits === undefined) return
    const pairs = Object.entries(this.limits)
    const text = `select ${pairs.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`).join(', ')}`
    to.parse({ name: '', text, types: [] }, true)
    to.bind({ statement: '', values: pairs.flat().map(String) }, true)
    to.execute({}, true)
  }

  private write(to: Connection, name: string): void {
    this.writeLimits(to)
    for (const text of this.begins) writeBare(to, text)
    if (name === '' || to.parsedStatements[name] !== this.text) {
      if (to.parsedStatements[name] !== undefined) forget(to, name)
      to.parse({ name, text: this.text, types: [] }, true)
      if (name !== '') to.submittedNamedStatements[name] = this.text
    }
    to.bind({ statement: name, values: this.values }, true)
    this.known = name === '' ? undefined : describedOn(to)
    const columns = this.known?.get(name)
    if (columns === undefined) to.describe({ type: 'P' }, true)
    else this.columns = columns
    to.execute({}, true)
    if (this.commits) writeBare(to, 'commit')
    to.sync()
  }

  handleRowDescription({ fields }: Described): void {
    this.begin()
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: columnTypes.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      for (const [at, { name, read }] of this.columns.entries()) {
        const text = fields[at] ?? null
        row[name] = text === null ? null : read(text)
      }
    } catch (error) {
      this.fault = error
    }
    this.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.ahead > 0) {
      this.ahead -= 1
      return
    }
    this.begin()
    this.tag = text
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail: (why: string) => void }): void {
    connection.sendCopyFail('nothing is copied here')
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    this.done(this.fault ?? error)
  }

  handleReadyForQuery(): void {
    if (this.name !== undefined) this.known?.set(this.name, this.columns)
    if (this.fault !== undefined) this.done(this.fault)
    else this.done(null, answer(this.rows, this.tag ?? ''))
  }

  /** For a text with several statements, keep the result of the last one. */
  private begin(): void {
    if (this.tag === undefined) return
    this.tag = undefined
    this.rows = []
  }
}

const hidden = { value: 0 as unknown, enumerable: false }

/** `tag`: the command tag, which ends with the count: `INSERT 0 1`. */
const answer = (rows: Record<string, unknown>[], tag: string): Rows => {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0
  const command = /^[A-Z]+/.exec(tag)?.[0] ?? ''
  // Not enumerable, so that a result equals a plain array of its rows.
  Object.defineProperty(rows, 'count', { ...hidden, value: count })
  return Object.defineProperty(rows, 'command', { ...hidden, value: command }) as Rows
}
