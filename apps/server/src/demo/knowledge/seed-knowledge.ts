import { DEMO_DIR } from './demo.ts'
import { readKnowledgeFolder } from '../../knowledge/knowledge.folder.read.ts'
import { findBusinessOfNetwork } from '../../knowledge/knowledge.import.sql.ts'
import { type ImportWorld, importKnowledge } from '../../knowledge/knowledge.import.ts'

/** Fills the knowledge base of a network's business with the demo's articles, pictures and files. */
export const seedKnowledge = async (world: ImportWorld, network: string): Promise<void> => {
  const business_id = await findBusinessOfNetwork(world.sql, network)
  if (business_id === undefined)
    throw new Error(`the business of ${network} must be there before its knowledge`)
  const { warnings } = await importKnowledge(world, business_id, await readKnowledgeFolder(DEMO_DIR))
  if (warnings.length > 0) throw new Error(`the demo knowledge base is not whole: ${warnings.join('; ')}`)
}
