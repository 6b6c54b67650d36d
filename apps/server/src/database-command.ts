import { type Config, getConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { databaseStartError } from './db/start-error.ts'
import { connectToDatabase } from './doctor/connect-to-database.ts'
import { failCommand } from './failure.ts'
import { systemClock } from './ports/clock.ts'
import type { World } from './world.ts'

/**
 * Runs a command that writes to the app's database; the app may be running. Exits with 0; or, after one Russian line about the
 * problem, with 1, or with 75 if the same command may succeed later. `migrates` false: does not migrate the schema.
 */
export const runDatabaseCommand = async (
  work: (world: Pick<World, 'sql' | 'clock'> & { config: Config }) => Promise<void>,
  { migrates = true } = {},
): Promise<void> => {
  try {
    const config = getConfig(process.env)
    const { sql, close } = await connectToDatabase(config, 'write')
    try {
      if (migrates) await migrate(sql)
      await work({ config, sql, clock: systemClock })
    } catch (error) {
      throw databaseStartError(error, sql.connection) ?? error
    } finally {
      await close()
    }
  } catch (error) {
    failCommand(error)
  }
}
