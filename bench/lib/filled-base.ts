import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { say } from '../bench.ts'

interface FilledBase {
  database: string
  /** Its contents, in Russian, printed when it has been filled. */
  named: string
  /** Fills the migrated empty schema, as a superuser. */
  fill: (sql: Sql) => Promise<void>
}

/** Opens a database of the cluster. Fills it unless an earlier run did; an existing one is migrated to the present schema. */
export const openFilledBase = async (
  admin: Connection,
  { database, named, fill }: FilledBase,
): Promise<Connection> => {
  const postgresSql = openSql(admin, 1, { deadlines: false })
  const inside = { ...admin, database }
  try {
    const [found] = await postgresSql<{ done: string | null }[]>`
      select shobj_description(oid, 'pg_database') as done from pg_database where datname = ${database}`
    const isDone = found?.done === 'done'
    const started = performance.now()
    if (!isDone) {
      await postgresSql.unsafe(`drop database if exists ${database}`)
      await postgresSql.unsafe(`create database ${database} owner podmoga`)
    }
    const own = openSql({ ...inside, username: 'podmoga' }, 2, { deadlines: false })
    await migrate(own).finally(() => own.end())
    if (!isDone) {
      const sql = openSql(inside, 1, { deadlines: false })
      await fill(sql).finally(() => sql.end())
      await postgresSql.unsafe(`comment on database ${database} is 'done'`)
      say(`${named}: сделано за ${Math.round((performance.now() - started) / 1000)} с`)
    }
  } finally {
    await postgresSql.end()
  }
  return { ...inside, username: 'podmoga' }
}
