// npm run import-knowledge -- DIR --network NAME: imports a folder of articles into a business's knowledge base.

import { importFolder } from './knowledge/knowledge.module.ts'
import { runKnowledgeCommand } from './knowledge-command.ts'
import { progressBar } from './progress-bar.ts'

const USAGE = 'Как звать: npm run import-knowledge -- ПАПКА --network СЕТЬ [--dry-run]'

await runKnowledgeCommand(USAGE, 'write', async ({ business_id, dir, dry_run, ...world }) => {
  const onProgress = progressBar('Статьи')
  const imported = await importFolder(world, { business_id, dir }, { onProgress, dry_run })
  if (imported.warnings.length > 0) console.log(`Не вошло (${imported.warnings.length}):`)
  for (const line of imported.warnings) console.log(`  ${line}`)
  if (dry_run) console.log('Пробный прогон: ничего не записано.')
  console.log(`Новых: ${imported.added}, изменённых: ${imported.changed}, прежних: ${imported.same}.`)
})
