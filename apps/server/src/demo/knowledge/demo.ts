import { fileURLToPath } from 'node:url'
import { readKnowledgeFolder } from '../../knowledge/knowledge.folder.read.ts'
import { type KnowledgeFolder, pathIn } from '../../knowledge/knowledge.folder.ts'

/** Where the demo knowledge base lies. */
export const DEMO_DIR = fileURLToPath(new URL('./', import.meta.url))

/** The absolute path of the picture that an article names `image:<file>`. */
export const demoImagePath = (file: string): string => pathIn(DEMO_DIR, 'picture', file)

/** Reads the demo knowledge base, in the editor's order. */
export const readDemoKnowledge = (): Promise<KnowledgeFolder> => readKnowledgeFolder(DEMO_DIR)
