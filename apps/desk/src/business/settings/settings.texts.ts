import { PHOTO_MAX } from '@podmoga/contract/fields/limits'
import { sizeLimit } from '@podmoga/contract/fields/size-limit'

export const SETTINGS = {
  hint: 'Пустое поле — как задано при установке. Сохранённое сразу видно всем, без перезагрузки.',
  by_default: (value: string) => (value === '' ? 'По умолчанию не показывается' : `По умолчанию: ${value}`),
  logo: 'Логотип',
  logo_new: 'Новый логотип',
  logo_hint: `Перетащите или выберите картинку до ${sizeLimit(PHOTO_MAX)}: она станет квадратной`,
  logo_away: 'Убрать логотип',
  line: {
    brand: 'Название',
    support_phone: 'Телефон поддержки',
    support_email: 'Почта поддержки',
    panel_url: 'Адрес панели управления',
    marketplace_url: 'Адрес маркетплейса',
  },
  hours: 'Когда отвечает поддержка',
  hours_hint: 'Часы вида 09:00-18:00; пустой день — выходной. Пустая неделя — часы не показываются.',
  holidays: 'Праздники',
  holidays_hint: 'Дни без поддержки, каждый вида 2026-03-21',
  two_steps: 'Вход в два шага для рабочего места',
  two_steps_hint: 'Кто ещё не настроил второй шаг, сделает это при следующем открытии страницы.',
  limits: 'Ограничения',
  limits_hint: 'Можно сделать строже, чем при установке, но не мягче.',
  number: {
    tickets_per_10_minutes: 'Новых тикетов за 10 минут',
    replies_per_minute: 'Ответов в минуту',
    file_max_bytes: 'Размер файла, МБ',
    files_max: 'Файлов в сообщении',
    password_min: 'Наименьшая длина пароля',
  },
} as const
