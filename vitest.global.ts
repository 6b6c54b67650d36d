import { startTestCluster, TEST_CLUSTER } from './apps/server/src/db/testing-cluster.ts'

/**
 * One throw-away PostgreSQL for the whole run, in which the demo base is seeded once: `npm test` starts it for vitest and
 * Playwright, which else start one each. The workers find it by `freshDatabase()`, packages/sql by `testDatabase()`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[TEST_CLUSTER] !== undefined) return () => Promise.resolve()
  const cluster = await startTestCluster()
  process.env.SQL_TEST_SERVER = JSON.stringify(cluster.admin)
  return () => cluster.stop()
}
