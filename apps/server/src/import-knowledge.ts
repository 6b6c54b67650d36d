// npm run import-knowledge -- DIR --network NAME: brings a folder of articles into a business's knowledge base.

import { readKnowledgeFolder } from './knowledge/knowledge.folder.ts'
import { importKnowledge } from './knowledge/knowledge.import.ts'
import { progressBar } from './knowledge/knowledge.progress.ts'
import { runKnowledgeCommand } from './knowledge-command.ts'

const USAGE = 'Как звать: npm run import-knowledge -- ПАПКА --network СЕТЬ'

await runKnowledgeCommand(USAGE, 'write', async ({ business_id, dir, ...world }) => {
  const bar = progressBar('Статьи')
  const imported = await importKnowledge(world, business_id, await readKnowledgeFolder(dir), bar)
  for (const line of imported.warnings) console.log(`  ${line}`)
  console.log(`Новых: ${imported.added}, изменённых: ${imported.changed}, прежних: ${imported.same}.`)
})
