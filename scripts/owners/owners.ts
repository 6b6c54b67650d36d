// A table is written only by the domain whose door names it (apps/server/src/module.ts); other domains call the owner. And
// every column that refers to a person or a ticket must be declared by a module, so that erasure does not miss it.
import type { Duties } from '../../apps/server/src/module.ts'

type Named = Pick<Duties, 'name' | 'tables' | 'people' | 'ofTickets'>

/** Layers below or above the domains that own tables. */
const OTHERS: readonly Named[] = [
  // The journal is kept after the people in it are erased.
  {
    name: 'db',
    tables: ['audit', 'schema_changes', 'schema_migrations'],
    people: { 'audit.person_id': 'kept' },
  },
  { name: 'background', tables: ['job_runs'] },
  { name: 'demo', tables: ['seeds'] },
  { name: 'http', tables: ['rate_counters'] },
  { name: 'installation', tables: ['installation_marks'] },
]

/** Files that write another owner's table, or a table whose name is computed, and why. */
const EXCEPTIONS: readonly { file: RegExp; what: RegExp; why: string }[] = [
  {
    file: /^tickets\/(tickets\.write|relations\/relations)\.sql\.ts$/,
    what: /^update businesses$/,
    why: 'a ticket takes its number in the statement that inserts it',
  },
  {
    file: /^backup\/restore-backup\.ts$/,
    what: /^(update (outbox|notice_cursors|incident_updates|signals|signal_cursors)|delete (notices|stored_files)|insert installation_marks)$/,
    why: 'what the original still does is closed in the transaction that writes every table, before any server runs',
  },
  {
    file: /^cells\//,
    what: /^(insert|update|delete|copy) \?$/,
    why: 'a business moves with all of its tables, by their names, while nobody else works with these rows',
  },
  {
    file: /^cells\/cell\.ts$/,
    what: /^insert sealed_keys$/,
    why: 'a new cell takes the key of notices over as it is sealed',
  },
  { file: /^demo\//, what: /^insert /, why: 'the demo is what years of work would have left' },
  {
    file: /^demo\/history\//,
    what: /^update businesses$/,
    why: 'tickets take their numbers together',
  },
  {
    file: /^demo\/tickets\/seed-tickets\.ts$/,
    what: /^delete unread_messages$/,
    why: 'what it has inserted long ago is read',
  },
  {
    file: /^(knowledge\/editing\/tree|tickets\/retention\/retention)\.sql\.ts$/,
    what: /^(update|delete) \?$/,
    why: 'one of a few tables of its own domain, by its name in TypeScript',
  },
]

const WRITE =
  /\b(insert\s+into|delete\s+from|merge\s+into|update|copy|truncate)\s+(?:only\s+|table\s+)?"?([a-z_]+|\$\{)/gi
/** Prose, and clauses of other statements. */
const NO_WRITE = /^\s*(?:\/\/|\/?\*|--)|\b(?:for|key|do|or|on|before|after)\s+$/i

/** Returns the writes in the SQL of a source: `insert tickets`, or `update ?` if the name is computed. */
export const writesIn = (text: string): { line: number; what: string }[] =>
  [...text.matchAll(WRITE)].flatMap(({ 1: how = '', 2: table = '', index }) =>
    NO_WRITE.test(text.slice(text.lastIndexOf('\n', index) + 1, index))
      ? []
      : [
          {
            line: text.slice(0, index).split('\n').length,
            what: `${how.toLowerCase().split(/\s/)[0]} ${table.startsWith('$') ? '?' : table}`,
          },
        ],
  )

/** Layers below and above the domains, which keep a statement beside the code that needs it. */
const NO_DOMAIN = /^(?:[^/]+$|(?:background|backup|cells|db|demo|doctor|files|http|installation)[/])/
const STATEMENT = /\b(?:sql|db|tx)(?:<[^`]{0,300}>)?`\s*(?:select|with|insert|update|delete|lock)\b/

/** Returns the files of domains with SQL outside `*.sql.ts`, and outside `*.check.ts`, which `doctor` runs. */
export const strayStatements = (sources: readonly (readonly [path: string, text: string])[]): string[] =>
  sources.flatMap(([path, text]) => {
    if (NO_DOMAIN.test(path) || /[.](?:sql|check)[.]ts$/.test(path)) return []
    const found = STATEMENT.exec(text)
    return found === null
      ? []
      : [`apps/server/src/${path}:${text.slice(0, found.index).split('\n').length}: запрос — в *.sql.ts`]
  })

/** The tables of a schema (apps/server/src/db/schema.sql) with their columns about people or tickets. */
const tablesOf = (schema: string) =>
  [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\);/gm)].map(([, table = '', body = '']) => {
    const refers = (to: string) =>
      [...body.matchAll(new RegExp(`FOREIGN KEY \\((\\w+)\\) REFERENCES (?:${to})\\(`, 'g'))].map(
        ([, column]) => `${table}.${column}`,
      )
    const named = [...body.matchAll(/^ {2}(person_id|email|phone|address|to_address) /gm)].map(
      ([, column]) => `${table}.${column}`,
    )
    return {
      table,
      people: [...new Set([...refers('people'), ...named])],
      ofTickets: refers('tickets|messages'),
    }
  })

/**
 * Returns problems with the owners of tables.
 * @param modules the declarations of the doors.
 * @param schema text of schema.sql.
 * @param sources path below apps/server/src and text of each file that runs.
 */
export const ownerProblems = (
  modules: readonly Named[],
  schema: string,
  sources: readonly (readonly [path: string, text: string])[],
): string[] => {
  const problems: string[] = []
  const all = [...OTHERS, ...modules]
  const owners = new Map<string, string>()
  for (const { name, tables, people = {}, ofTickets = [] } of all) {
    for (const table of tables) {
      if (owners.has(table)) problems.push(`${table}: и ${owners.get(table)}, и ${name} называет её своей`)
      owners.set(table, name)
    }
    for (const column of [...Object.keys(people), ...ofTickets])
      if (!tables.includes(column.replace(/\..*/, ''))) problems.push(`${name}: ${column} — чужая таблица`)
  }
  const told = new Set(all.flatMap(({ people = {} }) => Object.keys(people)))
  const taken = new Set(all.flatMap(({ ofTickets = [] }) => ofTickets))
  const known = tablesOf(schema)
  for (const { table, people, ofTickets } of known) {
    if (!owners.has(table)) problems.push(`${table}: у таблицы нет владельца (tables в его *.module.ts)`)
    for (const column of people)
      if (!told.has(column))
        problems.push(`${column}: не сказано, что с ней станет, когда человека забудут (people)`)
    for (const column of ofTickets)
      if (!taken.has(column)) problems.push(`${column}: не сказано, что она уходит с тикетом (ofTickets)`)
  }
  const tables = new Set(known.map(({ table }) => table))
  for (const table of owners.keys()) if (!tables.has(table)) problems.push(`${table}: такой таблицы нет`)
  const used = new Set<unknown>()
  for (const [path, text] of sources)
    for (const { line, what } of writesIn(text)) {
      const [, table = ''] = what.split(' ')
      const owner = owners.get(table)?.split('/')[0]
      if (table !== '?' && (owner === undefined || path.startsWith(`${owner}/`))) continue
      const exception = EXCEPTIONS.find((one) => one.file.test(path) && one.what.test(what))
      if (exception === undefined)
        problems.push(`apps/server/src/${path}:${line}: ${what}, а пишет её ${owner ?? 'неизвестно кто'}`)
      used.add(exception)
    }
  for (const exception of EXCEPTIONS)
    if (!used.has(exception)) problems.push(`исключение больше не нужно: ${exception.file} ${exception.what}`)
  return problems
}
