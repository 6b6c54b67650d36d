// npm run doctor -- [--json] [--deep]: checks the consistency of the stored data. Read-only. Exits with 0 if all is well, 1 if it
// found problems, 2 if it could not run.
import { parseArgs } from 'node:util'
import { getConfig } from './config.ts'
import { connectToDatabase } from './doctor/connect-to-database.ts'
import { examine } from './doctor/examine.ts'
import { failCommand } from './failure.ts'
import { wordsOf } from './finding.ts'
import { lookAtDatabase } from './installation/look-at-database.ts'
import { systemClock } from './ports/clock.ts'
import { openFiles } from './ports/open-files.ts'
import { openScanner } from './ports/virus-scan.ts'
import { readSecrets, secretsPathOf } from './secrets.ts'

const run = async (): Promise<number> => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, deep: { type: 'boolean' } } })
  const config = getConfig(process.env)
  const { sql, close } = await connectToDatabase(config)
  try {
    const report = await examine(sql, await openFiles(config), {
      now: new Date(),
      deep: values.deep === true,
      secrets: await readSecrets(secretsPathOf(config)),
      scanner: openScanner(config),
      backup_hours: config.BACKUP_TO === undefined ? 0 : config.BACKUP_EVERY_HOURS,
    })
    report.findings.unshift(...(await lookAtDatabase(sql, systemClock.now)))
    if (values.json === true) console.log(JSON.stringify(report))
    else for (const line of wordsOf(report)) console.log(line)
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
