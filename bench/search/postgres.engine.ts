import type { Material } from '@podmoga/search/documents'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { freshDatabase, startTestCluster } from '../../apps/server/src/db/testing-cluster.ts'
import { ANSWERS, type Engine } from './engine.ts'

/**
 * PostgreSQL `russian` full text: title A, headings B, place C, text D; `ts_rank_cd`. Twice over one table: a
 * material must hold all words of the query, or any of them.
 */
export function postgresEngines(): Engine[] {
  let sql: Sql
  let stop: (() => Promise<void>) | undefined

  async function start(materials: readonly Material[]): Promise<void> {
    if (stop) return
    const cluster = await startTestCluster()
    const { connection } = await freshDatabase()
    sql = openSql(connection, 10)
    stop = async () => {
      await sql.end()
      await cluster.stop()
    }
    await fill(sql, materials)
  }

  const engine = (name: string, join: string): Engine => ({
    name,
    load: start,
    async search(query) {
      const rows = await sql<{ id: number }[]>`
        with typed as (select replace(plainto_tsquery('russian', ${query})::text, ' & ', ${join})::tsquery as q)
        select id from lab, typed where words @@ q order by ts_rank_cd(words, q, 1) desc, id limit ${ANSWERS}`
      return rows.map(({ id }) => id)
    },
  })
  const any = engine('PostgreSQL russian, любое слово', ' | ')
  return [engine('PostgreSQL russian, все слова', ' & '), { ...any, close: async () => stop?.() }]
}

async function fill(sql: Sql, materials: readonly Material[]): Promise<void> {
  await sql`create table lab (id int primary key, words tsvector not null)`
  for (const { id, title, headings, section_name, subcategory_name, text } of materials) {
    await sql`
      insert into lab values (${id},
        setweight(to_tsvector('russian', ${title}), 'A') ||
        setweight(to_tsvector('russian', ${headings.join('\n')}), 'B') ||
        setweight(to_tsvector('russian', ${`${section_name} ${subcategory_name}`}), 'C') ||
        setweight(to_tsvector('russian', ${text.slice(0, 500_000)}), 'D'))`
  }
  await sql`create index on lab using gin (words)`
  await sql`analyze lab`
}
