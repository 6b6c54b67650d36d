import { type Config, ConfigError } from '../config.ts'
import { eskizSms } from './eskiz-sms.ts'
import { httpSms } from './http-sms.ts'
import type { Sms } from './sms.ts'

const ESKIZ = 'https://notify.eskiz.uz'

/**
 * The SMS gateway of this configuration. With the driver `outbox` the messages stay in the outbox table. Throws when
 * a driver lacks a setting.
 */
export const openSms = (config: Config): Sms => {
  const { SMS_DRIVER, SMS_URL, SMS_LOGIN, SMS_PASSWORD, SMS_FROM } = config
  if (SMS_DRIVER === 'outbox')
    return { stays: true, send: () => Promise.reject(new Error('There is no SMS gateway.')) }
  if (SMS_DRIVER === 'http') {
    if (SMS_URL === undefined) throw new ConfigError('Для SMS_DRIVER=http нужен SMS_URL.')
    return httpSms({ url: SMS_URL, login: SMS_LOGIN, password: SMS_PASSWORD, from: SMS_FROM })
  }
  if (SMS_LOGIN === undefined || SMS_PASSWORD === undefined)
    throw new ConfigError('Для SMS_DRIVER=eskiz нужны SMS_LOGIN и SMS_PASSWORD.')
  return eskizSms({ url: SMS_URL ?? ESKIZ, email: SMS_LOGIN, password: SMS_PASSWORD, from: SMS_FROM })
}
