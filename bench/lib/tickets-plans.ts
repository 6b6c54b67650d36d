import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'

/** Blocks of 8 KB that one execution touched: found in PostgreSQL's own cache, and read from outside. */
export interface Plan {
  hit: number
  read: number
}

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/**
 * A connection that receives the plan of each of its queries, EXPLAIN (ANALYZE, BUFFERS) by the server's auto_explain:
 * of the product's own statements, prepared and planned as in the product.
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
    /** Returns the plans of the queries that `work` runs on the connection. */
    planned: async (work: (db: Sql) => Promise<unknown>): Promise<Plan[]> => {
      plans.length = 0
      await work(sql)
      return [...plans]
    },
    close: () => sql.end(),
  }
}

/** Returns how often the connection's longest prepared statement used a cached (generic) plan, and how often a new one. */
export const plansKept = async (db: Sql): Promise<{ generic: number; custom: number }> => {
  const [row] = await db<{ generic: number; custom: number }[]>`
    select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
    where statement not like '%pg_prepared_statements%' order by generic_plans + custom_plans desc limit 1`
  return row ?? { generic: 0, custom: 0 }
}
