import type { LetterContent } from '../profile.keys.ts'
import { type Letterhead, letter } from './letters.ts'

/** What changed in a person's second step. */
export type StepChange =
  | 'enabled'
  | 'disabled'
  | 'recovery'
  | 'reset'
  | 'passkey_added'
  | 'passkey_removed'
  | 'provider_linked'

const SUBJECT: Record<StepChange, string> = {
  enabled: 'Вход в два шага включён',
  disabled: 'Вход в два шага выключен',
  recovery: 'Коды восстановления обновлены',
  reset: 'Вход в два шага сброшен администратором',
  passkey_added: 'Добавлен ключ доступа',
  passkey_removed: 'Убран ключ доступа',
  provider_linked: 'Подключён вход через компанию',
}

export const stepLetter = (head: Letterhead, change: StepChange): LetterContent =>
  letter(head, SUBJECT[change], [
    { p: 'Здравствуйте!' },
    { p: `${SUBJECT[change]}.` },
    { p: 'Если это сделали вы, ничего делать не нужно.' },
    { p: 'Если это не вы, смените пароль и сообщите администратору.' },
    { link: `${head.public_url}/intranet/recover`, label: 'Сменить пароль' },
  ])

export const stepSms = (head: Letterhead, change: StepChange): LetterContent => ({
  subject: '',
  text: `${head.BRAND}: ${SUBJECT[change].toLowerCase()}. Это не вы? Смените пароль и сообщите администратору.`,
})

/** To people who work at a desk that will require a second step from tomorrow. */
export const stepsSoonLetter = (head: Letterhead): LetterContent =>
  letter(head, 'Через сутки вход в рабочее место будет в два шага', [
    { p: 'Здравствуйте!' },
    {
      p: 'Через сутки рабочее место попросит после пароля второй шаг: код из приложения на телефоне или ключ доступа.',
    },
    { p: 'Настройте его сегодня, когда удобно: это займёт минуту, и завтра вас ничего не прервёт.' },
    { link: `${head.public_url}/desk/security`, label: 'Настроить второй шаг' },
  ])
