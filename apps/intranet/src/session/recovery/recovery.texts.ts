import type { ChangedKind } from '@podmoga/contract/profile'
import { RESEND } from '@podmoga/web/session/resend.texts'

export const RECOVERY = {
  title: 'Новый пароль',
  hint: 'Пришлём код на почту или телефон, по которому вы входите.',
  send_code: 'Отправить код',
  sent: (login: string) => `Если вход с таким адресом есть, код придёт на ${login} в течение минуты.`,
  change: 'Изменить',
  code: 'Код из письма или SMS',
  new_password: 'Новый пароль',
  confirmation: 'Подтверждение пароля',
  save: 'Сохранить пароль',
  ...RESEND,
  try_again: 'Не получилось. Попробуйте ещё раз.',
  done: 'Пароль успешно обновлен',
  done_hint: 'На всех устройствах вы вышли. Войдите с новым паролем.',
  enter: 'Войти',
  to_sign_in: 'Ко входу',
} as const

const CHANGED: Record<ChangedKind, string> = {
  email: 'Почту в вашем профиле сменили',
  phone: 'Телефон в вашем профиле сменили',
  password: 'Ваш пароль сменили',
}
const BACK: Record<ChangedKind, string> = {
  email: 'Прежняя почта возвращена',
  phone: 'Прежний телефон возвращён',
  password: 'Прежний пароль возвращён',
}

export const REVERT = {
  title: 'Это были не вы?',
  changed: (kind: ChangedKind, when: string) => `${CHANGED[kind]} ${when}.`,
  question:
    'Если это сделали не вы, верните всё как было. Вернётся и то, что сменили после, а другие открытые сессии закончатся.',
  revert: 'Это не я, вернуть',
  mine: 'Это я, всё в порядке',
  done: (kind: ChangedKind) => BACK[kind],
  done_hint: 'Другие сессии закончены. Войдите и на всякий случай смените пароль.',
  new_password: 'Задать новый пароль',
  gone: 'Ссылка не работает',
  cut: 'Проверьте, целиком ли она скопирована из письма.',
  failed: 'Не удалось открыть ссылку',
} as const
