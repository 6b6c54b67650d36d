// npm run import-knowledge -- DIR --network NAME: brings a folder of articles into a business's knowledge base.

import { readKnowledgeFolder } from './knowledge/knowledge.folder.read.ts'
import { importKnowledge } from './knowledge/knowledge.import.ts'
import { progressBar } from './knowledge/knowledge.progress.ts'
import { runKnowledgeCommand } from './knowledge-command.ts'

const USAGE = 'Как звать: npm run import-knowledge -- ПАПКА --network СЕТЬ [--dry-run]'

await runKnowledgeCommand(USAGE, 'write', async ({ business_id, dir, dry_run, ...world }) => {
  const bar = progressBar('Статьи')
  const imported = await importKnowledge(world, business_id, await readKnowledgeFolder(dir), bar, { dry_run })
  if (imported.warnings.length > 0) console.log(`Не вошло (${imported.warnings.length}):`)
  for (const line of imported.warnings) console.log(`  ${line}`)
  if (dry_run) console.log('Пробный прогон: ничего не записано.')
  console.log(`Новых: ${imported.added}, изменённых: ${imported.changed}, прежних: ${imported.same}.`)
})
