import { readKnowledgeFolder } from '../../knowledge/exchange/folder.read.ts'
import { type KnowledgeFolder, pathIn } from '../../knowledge/exchange/folder.ts'
import { DEMO_DIR } from './seed-knowledge.ts'

/** The absolute path of a picture referenced by an article as `image:<file>`. */
export const demoImagePath = (file: string): string => pathIn(DEMO_DIR, 'picture', file)

/** Reads the demo knowledge base, in its display order. */
export const readDemoKnowledge = (): Promise<KnowledgeFolder> => readKnowledgeFolder(DEMO_DIR)
