import type { Sql } from '@podmoga/sql/sql'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Clock } from './ports/clock.ts'
import type { Files } from './ports/files.ts'
import type { Mail } from './ports/mail.ts'
import type { Sms } from './ports/sms.ts'
import type { Secrets } from './secrets.ts'

/** The app's external dependencies, which differ between production and tests. */
export interface World {
  config: Config
  sql: Sql
  files: Files
  mail: Mail
  sms: Sms
  clock: Clock
  secrets: Secrets
  log: FastifyBaseLogger
  /** A restored copy whose original may still be running: nothing is sent. */
  is_quiet?: boolean
}
