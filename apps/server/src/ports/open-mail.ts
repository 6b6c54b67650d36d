import type { Config } from '../config.ts'
import type { Mail } from './mail.ts'
import { smtpMail } from './smtp-mail.ts'

/**
 * Opens the configured mail: an SMTP server at SMTP_URL. Without it letters stay in the outbox table; in production there is then
 * no mail.
 */
export const openMail = ({ NODE_ENV, SMTP_URL, MAIL_FROM, public_url }: Config): Mail =>
  SMTP_URL === undefined
    ? {
        ...(NODE_ENV === 'production' ? { absent: true as const } : { stays: true as const }),
        send: () => Promise.reject(new Error('There is no mail server.')),
      }
    : smtpMail({ url: SMTP_URL, from: MAIL_FROM, host: new URL(public_url).hostname })
