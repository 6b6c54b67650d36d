import type { Config } from '../config.ts'
import { eskizSms } from './eskiz-sms.ts'
import { httpSms } from './http-sms.ts'
import type { Sms } from './sms.ts'

const ESKIZ = 'https://notify.eskiz.uz'

/**
 * Opens the configured SMS gateway. With the driver `outbox` messages stay in the outbox table; in production there is then no
 * gateway.
 */
export const openSms = (config: Config): Sms => {
  const { SMS_DRIVER, SMS_URL, SMS_LOGIN, SMS_PASSWORD, SMS_FROM } = config
  if (SMS_DRIVER === 'outbox')
    return {
      ...(config.NODE_ENV === 'production' ? { absent: true as const } : { stays: true as const }),
      send: () => Promise.reject(new Error('There is no SMS gateway.')),
    }
  // The configuration check has verified that the driver's settings are present.
  return SMS_DRIVER === 'http'
    ? httpSms({ url: SMS_URL ?? '', login: SMS_LOGIN, password: SMS_PASSWORD, from: SMS_FROM })
    : eskizSms({
        url: SMS_URL ?? ESKIZ,
        email: SMS_LOGIN ?? '',
        password: SMS_PASSWORD ?? '',
        from: SMS_FROM,
      })
}
