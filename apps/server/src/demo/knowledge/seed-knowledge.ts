import { fileURLToPath } from 'node:url'
import { businessOfNetwork, type ImportWorld, importFolder } from '../../knowledge/knowledge.module.ts'

/** The folder of the demo knowledge base. */
export const DEMO_DIR = fileURLToPath(new URL('./', import.meta.url))

/** Imports the demo's articles, pictures and files into the knowledge base of a network's business. */
export const seedKnowledge = async (world: ImportWorld, network: string): Promise<void> => {
  const business_id = await businessOfNetwork(world.sql, network)
  const { warnings } = await importFolder(world, { business_id, dir: DEMO_DIR })
  if (warnings.length > 0) throw new Error(`the demo knowledge base is not whole: ${warnings.join('; ')}`)
}
