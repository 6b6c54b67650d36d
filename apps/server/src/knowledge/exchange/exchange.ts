import type { Db } from '@podmoga/sql/sql'
import { readKnowledgeFolder } from './folder.read.ts'
import { FolderError } from './folder.ts'
import { findBusinessOfNetwork, wantsReview } from './import.sql.ts'
import { type Imported, type ImportWorld, importKnowledge } from './import.ts'

export { knowledgeExchangeRoutes } from './exchange.routes.ts'
export { exportKnowledge } from './export.ts'
export { FolderError, type FolderSection } from './folder.ts'
export { type ImportWorld, importKnowledge } from './import.ts'
export { importJobs } from './imports.job.ts'

const DRAFTS =
  'Материалы этого бизнеса публикует второй редактор: тексты, которых ещё нет у читателей, вошли черновиками. Отправьте их на проверку.'

/**
 * Returns the business of a network.
 * @throws FolderError if there is none.
 */
export const businessOfNetwork = async (db: Db, network: string): Promise<string> => {
  const business_id = await findBusinessOfNetwork(db, network)
  if (business_id === undefined) throw new FolderError(`Бизнеса с сетью ${network} нет.`)
  return business_id
}

/**
 * Imports the articles of a folder into a business's knowledge base. `onProgress` is called after each article; a dry run only
 * reports what would change.
 * @throws FolderError if the folder cannot be read.
 */
export const importFolder = async (
  world: ImportWorld,
  to: { business_id: string; dir: string },
  given: { onProgress?: (done: number, total: number) => void; dry_run?: boolean } = {},
): Promise<Imported> => {
  const { onProgress, dry_run = false } = given
  // A command has no person who could request a review, so new texts become drafts.
  const review = (await wantsReview(world.sql, to.business_id)) ? 'draft' : null
  const folder = await readKnowledgeFolder(to.dir)
  if (review !== null) folder.left_out.push(DRAFTS)
  return importKnowledge(world, to.business_id, folder, onProgress, { dry_run, review })
}
