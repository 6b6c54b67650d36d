import type { Config } from '../config.ts'
import type { Mail } from './mail.ts'
import { smtpMail } from './smtp-mail.ts'

/** The mail of this configuration: a real server by SMTP_URL. Without one the letters stay in the outbox table. */
export const openMail = ({ SMTP_URL, MAIL_FROM, public_url }: Config): Mail =>
  SMTP_URL === undefined
    ? { stays: true, send: () => Promise.reject(new Error('There is no mail server.')) }
    : smtpMail({ url: SMTP_URL, from: MAIL_FROM, host: new URL(public_url).hostname })
