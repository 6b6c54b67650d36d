import { PHOTO_MAX } from '@podmoga/contract/fields/limits'
import { sizeLimit } from '@podmoga/contract/fields/size-limit'

export const SETTINGS = {
  hint: 'Пустое поле — как задано при установке. Сохранённое сразу видно всем, без перезагрузки.',
  by_default: (value: string) => (value === '' ? 'По умолчанию не показывается' : `По умолчанию: ${value}`),
  logo: 'Логотип',
  logo_new: 'Новый логотип',
  logo_hint: `Перетащите или выберите картинку до ${sizeLimit(PHOTO_MAX)}: она станет квадратной`,
  logo_away: 'Убрать логотип',
  limits_hint: 'Ограничения можно сделать строже, чем при установке, но не мягче.',
  save: (group: string) => `Сохранить: ${group}`,
  reset: (group: string) => `Отменить правки: ${group}`,
  clash: (fields: readonly string[]) =>
    `Пока вы меняли, другой администратор сохранил: ${fields.join('; ')}. Ваше стоит в форме: сохраните ещё раз, если нужно оно.`,
  month_before: 'Прошлый месяц',
  month_after: 'Следующий месяц',
  months: [
    ...['Январь', 'Февраль', 'Март', 'Апрель', 'Май', 'Июнь'],
    ...['Июль', 'Август', 'Сентябрь', 'Октябрь', 'Ноябрь', 'Декабрь'],
  ],
  weekdays: ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'],
  chosen_days: 'Отмеченные дни',
  no_days: 'Ни одного дня не отмечено',
  drop_day: (day: string) => `Убрать: ${day}`,
} as const
