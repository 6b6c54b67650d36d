import { startTestCluster } from './apps/server/src/db/testing-cluster.ts'

/** One throw-away PostgreSQL for the whole run; the workers find it by `freshDatabase()`. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  return () => cluster.stop()
}
