import { MINUTE_FORMS, SECOND_FORMS } from '@podmoga/contract/fields/nouns'
import { counted } from '@podmoga/contract/fields/plural'

/** «через 42 секунды», «через 2 минуты». */
const inTime = (seconds: number): string =>
  seconds < 90
    ? `через ${counted(seconds, SECOND_FORMS)}`
    : `через ${counted(Math.ceil(seconds / 60), MINUTE_FORMS)}`

export const SESSION = {
  unread: (count: number) =>
    counted(count, ['непрочитанный ответ', 'непрочитанных ответа', 'непрочитанных ответов']),
  sign_in_title: 'Вход',
  sign_in_hint: 'Для сотрудников ресторанов и поддержки',
  login: 'Почта или телефон',
  password: 'Пароль',
  enter: 'Войти',
  enter_failed: 'Не удалось войти. Попробуйте ещё раз.',
  forgot: 'Забыли пароль?',
  again_in: (seconds: number) => `Попробовать снова можно ${inTime(seconds)}.`,
  again_now: 'Можно попробовать снова',
  no_help: 'Не получается войти?',

  by_passkey: 'По ключу доступа',
  no_passkey: 'Браузер не получил ключ. Попробуйте ещё раз или войдите паролем.',

  step_title: 'Второй шаг',
  step_hint: 'Откройте приложение с кодами на телефоне.',
  step_code: 'Код из приложения',
  step_recovery: 'Код восстановления',
  step_recovery_hint: 'Один из десяти, которые вы сохранили. Каждый действует один раз.',
  step_key_hint: 'Подтвердите вход ключом доступа: лицом, пальцем или PIN этого устройства.',
  step_no_key: 'Ввести код восстановления',
  step_by_recovery: 'Нет телефона под рукой?',
  step_by_code: 'Ввести код из приложения',
  step_back: 'Войти под другим именем',

  memberships_title: 'Рестораны',
  greeting: (name: string) => `Здравствуйте, ${name}!`,
  find: 'Найти ресторан',
  nothing_found: 'нет данных',
  desk: 'Рабочее место поддержки',
  desk_hint: 'Очередь тикетов и ответы клиентам',
  sign_out: 'Выход',
  closed_door: 'Страница, на которую вы шли, вам недоступна. Выберите ресторан из списка.',
  nowhere: 'Вам пока не открыли ни один ресторан',
  nowhere_hint: 'Попросите руководителя добавить вас в ресторан, а потом обновите страницу.',
  failed: 'Не удалось проверить вход',
  footer: (brand: string) => `2024 © ${brand}. Все права защищены.`,
} as const
