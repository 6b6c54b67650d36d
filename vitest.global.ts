import { startTestCluster } from './apps/server/src/db/testing-cluster.ts'

/** One throw-away PostgreSQL for the whole run; the workers find it by `freshDatabase()`, packages/sql by `testDatabase()`. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  process.env.SQL_TEST_SERVER = JSON.stringify(cluster.admin)
  return () => cluster.stop()
}
