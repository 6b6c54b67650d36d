import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Connection } from '@podmoga/sql/connection'
import { DatabaseUnavailable } from '@podmoga/sql/unavailable'
import pg from 'pg'

const STANDBY =
  'PostgreSQL из DATABASE_URL — реплика: писать в неё нельзя. Назовите в DATABASE_URL основной сервер или все серверы кластера через запятую.'
const OLD_PRIMARY =
  'PostgreSQL из DATABASE_URL — прежний основной сервер: его уже сменил другой, и записанное сюда пропало бы. Назовите нынешний основной сервер, а прежний верните в кластер репликой. Если основным должен остаться всё же он: npm run adopt -- primary.'
const POOLER =
  'Между приложением и PostgreSQL стоит пулер в режиме transaction. Задайте DATABASE_POOLER=transaction и DATABASE_DIRECT_URL — адрес самого PostgreSQL мимо пулера.'

/**
 * The missing privilege, recognized by the server's message, and the SQL that grants it. `{role}` and `{database}` are replaced.
 */
const GRANTS: readonly [RegExp, string][] = [
  [/for schema (\S+)/, 'GRANT USAGE, CREATE ON SCHEMA $1 TO {role};'],
  [/for database/, 'GRANT CONNECT, CREATE, TEMPORARY ON DATABASE {database} TO {role};'],
  [/create extension/, 'GRANT CREATE ON DATABASE {database} TO {role};'],
  [/for (?:table|view|relation) /, 'GRANT ALL ON ALL TABLES IN SCHEMA public TO {role};'],
  [/for sequence /, 'GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {role};'],
  [/for function /, 'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO {role};'],
  // The tables belong to another role, and only their owner may alter them.
  [/must be owner of/, 'REASSIGN OWNED BY прежний_владелец TO {role};'],
]

const causesOf = function* (error: unknown): Generator<unknown> {
  for (let at = error; at !== undefined && at !== null; at = (at as { cause?: unknown }).cause) yield at
}

const rightsError = (error: pg.DatabaseError, { username, database }: Connection): StartError => {
  const found = GRANTS.map(([words, grant]) => {
    const match = words.exec(error.message)
    return match === null ? undefined : grant.replace('$1', match[1] ?? '')
  }).find((grant) => grant !== undefined)
  const grant = (found ?? 'GRANT ALL ON SCHEMA public TO {role};')
    .replace('{role}', pg.escapeIdentifier(username))
    .replace('{database}', pg.escapeIdentifier(database))
  return new StartError(
    `Роли «${username}» не хватает прав в базе «${database}» (${error.message}). Владелец базы или суперпользователь даёт их командой: ${grant}`,
    { cause: error },
  )
}

/**
 * Turns an error of the DATABASE_URL server into a line that says what to do; undefined for other errors. Checked before other
 * messages: "permission denied" can also come from a disk.
 */
export const databaseStartError = (error: unknown, connection: Connection): StartError | undefined => {
  for (const one of causesOf(error)) {
    if (one instanceof DatabaseUnavailable && one.code === 'CONNECTION_STANDBY')
      return new StartError(STANDBY, { cause: error })
    if (one instanceof DatabaseUnavailable && one.code === 'CONNECTION_OLD_PRIMARY')
      return new StartError(OLD_PRIMARY, { cause: error })
    if (one instanceof DatabaseUnavailable)
      return new StartError(`Сервер из DATABASE_URL не отвечает: ${one.message}.`, { cause: error })
    if (!(one instanceof pg.DatabaseError)) continue
    if (one.code === '42501') return rightsError(one, connection)
    // A prepared statement already exists or is missing: the session is shared through a pooler.
    if (one.code === '42P05' || one.code === '26000') return new StartError(POOLER, { cause: error })
  }
  return undefined
}
