// npm run doctor -- [--json] [--deep]: does what is stored agree with itself? Writes nothing.
// Ends with 0 when all is well, 1 when something was found, 2 when it could not look.
import { parseArgs } from 'node:util'
import { getConfig } from './config.ts'
import { examine } from './doctor/examine.ts'
import type { Report } from './doctor/finding.ts'
import { reachDatabase } from './doctor/reach-database.ts'
import { failCommand } from './failure.ts'
import { openFiles } from './ports/open-files.ts'
import { readSecrets, secretsPathOf } from './secrets.ts'

const tell = ({ findings, checked }: Report): void => {
  const facts = Object.entries(checked).map(([name, count]) => `${name} — ${count}`)
  console.log(`Проверено: ${facts.join(', ')}.`)
  for (const { kind, detail } of findings) console.log(`  ${kind}: ${detail}`)
  console.log(findings.length === 0 ? 'Расхождений нет.' : `Расхождений: ${findings.length}.`)
}

const run = async (): Promise<number> => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, deep: { type: 'boolean' } } })
  const config = getConfig(process.env)
  const { sql, close } = await reachDatabase(config)
  try {
    const report = await examine(sql, await openFiles(config), {
      now: new Date(),
      deep: values.deep === true,
      secrets: await readSecrets(secretsPathOf(config)),
    })
    if (values.json === true) console.log(JSON.stringify(report))
    else tell(report)
    return report.findings.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  failCommand(error, 2)
}
