import type { Config } from '../config.ts'
import { memorySms, type Sms } from './sms.ts'

/** The SMS gateway of this configuration. With the driver `outbox` the messages stay in the outbox table. */
export const openSms = (_config: Config): Sms => memorySms()
