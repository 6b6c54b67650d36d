import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, getConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { type Access, connectToDatabase } from './doctor/connect-to-database.ts'
import { failCommand } from './failure.ts'
import { businessOfNetwork, FolderError } from './knowledge/knowledge.module.ts'
import { systemClock } from './ports/clock.ts'
import { openFiles } from './ports/open-files.ts'
import type { World } from './world.ts'

/** The dependencies of a command on one knowledge base. */
export interface CommandWorld extends Pick<World, 'sql' | 'files' | 'clock'> {
  config: Config
  business_id: string
  /** The folder given on the command line. */
  dir: string
  /** Only report what would be done. */
  dry_run: boolean
}

/**
 * Runs a command `DIR --network NAME` on the knowledge base of a network's business; the app may be running. Exits with 0; or,
 * after one Russian line about the problem, with 1, or with 75 if the same command may succeed later.
 */
export const runKnowledgeCommand = async (
  usage: string,
  access: Access,
  work: (world: CommandWorld) => Promise<void>,
): Promise<void> => {
  try {
    const { dir, network, dry_run } = readArguments(usage)
    const config = getConfig(process.env)
    const { sql, close } = await connectToDatabase(config, access)
    try {
      if (access === 'write') await migrate(sql)
      const business_id = await businessOfNetwork(sql, network)
      const files = await openFiles(config)
      // npm changes to the root folder; the path is relative to the user's folder.
      const from = process.env.INIT_CWD ?? process.cwd()
      await work({ config, sql, files, clock: systemClock, business_id, dir: resolve(from, dir), dry_run })
    } finally {
      await close()
    }
  } catch (error) {
    failCommand(error)
  }
}

const readArguments = (usage: string): { dir: string; network: string; dry_run: boolean } => {
  try {
    const { values, positionals } = parseArgs({
      options: { network: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [dir, ...more] = positionals
    if (dir !== undefined && more.length === 0 && values.network !== undefined)
      return { dir, network: values.network, dry_run: values['dry-run'] }
  } catch {
    // An unknown option: our usage text is clearer than the library's English message.
  }
  throw new FolderError(usage)
}
