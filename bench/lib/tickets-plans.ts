import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'

/** What one execution touched: blocks of 8 KB found in PostgreSQL's own cache, and blocks that were not. */
export interface Plan {
  hit: number
  read: number
}

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/**
 * A connection that is told the plan of each of its queries, EXPLAIN (ANALYZE, BUFFERS) as the server's own
 * auto_explain writes it: of the very statements of the product, prepared and planned as in the product.
 */
export const openPlans = async (admin: Connection) => {
  const plans: Plan[] = []
  const sql: Sql = openSql(admin, 1, {
    deadlines: false,
    onNotice: (message) => {
      const [, json] = message.split('plan:\n')
      if (json === undefined) return
      const { Plan: top } = JSON.parse(json) as Explained
      plans.push({ hit: top['Shared Hit Blocks'], read: top['Shared Read Blocks'] })
    },
  })
  await sql.unsafe(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on;
    set auto_explain.log_buffers = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_format = json;
    set client_min_messages = log`)
  return {
    /** The plans of what `work` runs on the connection. */
    planned: async (work: (db: Sql) => Promise<unknown>): Promise<Plan[]> => {
      plans.length = 0
      await work(sql)
      return [...plans]
    },
    close: () => sql.end(),
  }
}

/** How often the connection's longest prepared statement got a kept plan, and how often a new one. */
export const plansKept = async (db: Sql): Promise<{ generic: number; custom: number }> => {
  const [row] = await db<{ generic: number; custom: number }[]>`
    select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
    where statement not like '%pg_prepared_statements%' order by generic_plans + custom_plans desc limit 1`
  return row ?? { generic: 0, custom: 0 }
}
