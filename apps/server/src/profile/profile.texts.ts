import { MINUTE_FORMS, SECOND_FORMS } from '@podmoga/contract/fields/nouns'
import { plural } from '@podmoga/contract/fields/plural'

/** Why a profile call was refused: whole sentences that are shown in a toast. */
export const SAY = {
  phone_no_sms: 'На спутниковые и международные номера SMS не приходят. Укажите обычный мобильный номер.',
  email_taken: 'Эта почта уже указана у другого человека.',
  phone_taken: 'Этот номер уже указан у другого человека.',
  own_email: 'Эта почта уже подтверждена.',
  own_phone: 'Это ваш текущий номер, он уже подтверждён.',
  mail_down: 'Письмо сейчас не отправить. Попробуйте ещё раз через минуту.',
  sms_down: 'SMS сейчас не отправить. Попробуйте ещё раз через минуту.',
  no_mail: 'Этот сервер не отправляет писем: почта не настроена. Обратитесь в поддержку.',
  no_sms: 'Этот сервер не отправляет SMS: шлюз не настроен. Обратитесь в поддержку.',
  many_addresses: 'Слишком много разных адресов за сутки. Попробуйте завтра.',
  many_sms: 'На сегодня SMS закончились. Попробуйте завтра или обратитесь в поддержку.',
  many_codes: (seconds: number) => `Слишком много кодов. Запросите следующий через ${wait(seconds)}.`,
  wrong_code: 'Неверный или устаревший код. Проверьте его или запросите новый.',
  wrong_password: 'Старый пароль указан неверно.',
  same_password: 'Новый пароль совпадает со старым. Придумайте другой.',
  common_password: 'Этот пароль слишком известный: его подбирают первым. Придумайте другой.',
  own_password: 'Пароль повторяет ваше имя, почту или телефон. Придумайте другой.',
  short_password: (min: number) =>
    `Пароль должен быть не менее ${min} ${plural(min, ['символа', 'символов', 'символов'])}`,
  many_guesses: (seconds: number) => `Слишком много попыток. Попробуйте через ${wait(seconds)}.`,
  revert_gone:
    'Ссылка устарела или уже использована. Если вы по ней нажали «Это не я», всё возвращено. Если вам нужна помощь, обратитесь в поддержку.',
  revert_taken: 'Прежний адрес уже указан у другого человека. Обратитесь в поддержку.',
} as const

const wait = (seconds: number): string => {
  if (seconds < 60) return `${seconds} ${plural(seconds, SECOND_FORMS)}`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return `${minutes} ${plural(minutes, MINUTE_FORMS)}`
  const hours = Math.ceil(minutes / 60)
  return `${hours} ${plural(hours, ['час', 'часа', 'часов'])}`
}
