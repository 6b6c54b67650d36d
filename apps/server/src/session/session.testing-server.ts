import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from '../app.ts'
import { getConfig } from '../config.ts'
import { diskFiles } from '../ports/disk-files.ts'
import type { Mail } from '../ports/mail.ts'
import type { Sms } from '../ports/sms.ts'
import { loadSecrets } from '../secrets.ts'
import type { TestWorld } from '../testing.ts'

/** A second server of the same product: same database, files, keys and clock. The caller closes it. */
export const secondServer = async (
  world: TestWorld,
  env: Record<string, string> = {},
  /** Replace the world's ports. */
  ports: { mail?: Mail; sms?: Sms } = {},
): Promise<FastifyInstance> => {
  const { DATA_DIR, REQUESTS_PER_MINUTE } = world.config
  const app = await buildApp({
    config: getConfig({
      NODE_ENV: 'test',
      SEED: 'none',
      DATA_DIR,
      REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
      ...env,
    }),
    sql: world.sql,
    files: await diskFiles(join(DATA_DIR, 'files')),
    mail: world.mail,
    sms: world.sms,
    ...ports,
    clock: world.clock,
    secrets: await loadSecrets(join(DATA_DIR, 'secrets.json')),
    log: pino({ level: 'silent' }),
  })
  return app
}
