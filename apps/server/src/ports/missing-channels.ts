import type { Mail } from './mail.ts'
import type { Sms } from './sms.ts'

/** Returns the channels that this installation lacks, each with a Russian sentence for the operator; empty if there are none. */
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
