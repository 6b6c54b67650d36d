import { join } from 'node:path'
import type { Sql } from '@podmoga/sql/sql'
import { pino } from 'pino'
import { buildApp } from '../apps/server/src/app.ts'
import { getConfig } from '../apps/server/src/config.ts'
import { systemClock } from '../apps/server/src/ports/clock.ts'
import { diskFiles } from '../apps/server/src/ports/disk-files.ts'
import { memoryMail } from '../apps/server/src/ports/mail.ts'
import { memorySms } from '../apps/server/src/ports/sms.ts'
import { loadSecrets } from '../apps/server/src/secrets.ts'

/** Builds the real app on an existing base. If not `silent`, it writes its log to /dev/null. */
export const buildProduct = async (sql: Sql, dir: string, env: Record<string, string>, silent: boolean) => {
  const config = getConfig({
    DATA_DIR: dir,
    SEED: 'none',
    ACCESS_TOKEN_SECONDS: '86400',
    REQUESTS_PER_MINUTE: '1000000000',
    // Not an embedded database: the sweep must not look for unattached files here.
    DATABASE_URL: 'postgres://bench',
    ...env,
  })
  return buildApp({
    config,
    sql,
    files: await diskFiles(join(dir, 'files')),
    mail: memoryMail(),
    sms: memorySms(),
    clock: systemClock,
    secrets: await loadSecrets(join(dir, 'secrets.json')),
    log: silent ? pino({ level: 'silent' }) : pino({ level: 'info' }, pino.destination('/dev/null')),
  })
}
