// npm run export-knowledge -- DIR --network NAME: exports a business's knowledge base into an empty folder.

import { exportKnowledge } from './knowledge/knowledge.module.ts'
import { runKnowledgeCommand } from './knowledge-command.ts'

const USAGE = 'Как звать: npm run export-knowledge -- ПАПКА --network СЕТЬ'

await runKnowledgeCommand(USAGE, 'read', async ({ business_id, dir, ...world }) => {
  const { sections, materials, files } = await exportKnowledge(world, business_id, dir)
  console.log(`Разделов: ${sections}, материалов: ${materials}, файлов: ${files}. Папка: ${dir}`)
})
