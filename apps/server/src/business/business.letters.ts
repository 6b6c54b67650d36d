import { quoted } from '@podmoga/contract/fields/quoted'
import { type Letterhead, letter } from '../profile/letters/letters.ts'

const UNTIL = new Intl.DateTimeFormat('ru', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Tashkent',
})

interface Invitation {
  business: string
  purpose: 'join' | 'password'
  link: string
  expires_at: Date
}

const SUBJECT = { join: 'Вас приглашают', password: 'Новый пароль' }

export const invitationLetter = (head: Letterhead, { business, purpose, link, expires_at }: Invitation) =>
  letter(head, SUBJECT[purpose], [
    { p: 'Здравствуйте!' },
    {
      p:
        purpose === 'join'
          ? `${quoted(business)} приглашает вас в ${head.BRAND}: там ответы на рабочие вопросы и связь с поддержкой.`
          : `По ссылке вы зададите новый пароль для ${quoted(business)}. Все прежние входы закончатся.`,
    },
    { link, label: purpose === 'join' ? 'Принять приглашение' : 'Задать пароль' },
    { p: `Ссылка действует один раз, до ${UNTIL.format(expires_at)} по Ташкенту.` },
    { p: 'Если вы этого не ждали, ничего делать не нужно.' },
  ])

export const invitationSms = (head: Letterhead, { business, purpose, link }: Invitation) => ({
  subject: '',
  text:
    purpose === 'join'
      ? `${head.BRAND}: ${quoted(business)} приглашает вас: ${link}`
      : `${head.BRAND}: новый пароль: ${link}`,
})
