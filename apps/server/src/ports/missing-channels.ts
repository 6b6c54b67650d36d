import type { Mail } from './mail.ts'
import type { Sms } from './sms.ts'

/** What cannot be sent in this installation, a Russian line for its operator each; empty when everything can. */
export const missingChannels = ({
  mail,
  sms,
}: {
  mail: Mail
  sms: Sms
}): { mail?: string; sms?: string } => ({
  ...(mail.absent === true
    ? { mail: 'Почта не настроена (SMTP_URL): коды и уведомления на почту не уходят.' }
    : {}),
  ...(sms.absent === true
    ? { sms: 'SMS не настроены (SMS_DRIVER): коды и уведомления в SMS не уходят.' }
    : {}),
})
