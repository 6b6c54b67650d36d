import { startTestCluster, TEST_CLUSTER } from './apps/server/src/db/testing-cluster.ts'

/**
 * Starts one temporary PostgreSQL for the whole run and seeds the demo base once. `npm test` starts it for both vitest and
 * Playwright; otherwise each starts one. Workers find it by `freshDatabase()`, packages/sql by `testDatabase()`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[TEST_CLUSTER] !== undefined) return () => Promise.resolve()
  const cluster = await startTestCluster()
  process.env.SQL_TEST_SERVER = JSON.stringify(cluster.admin)
  return () => cluster.stop()
}
