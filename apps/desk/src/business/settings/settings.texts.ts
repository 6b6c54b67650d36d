import { PHOTO_MAX } from '@podmoga/contract/fields/limits'
import { sizeLimit } from '@podmoga/contract/fields/size-limit'

export const SETTINGS = {
  hint: 'Пустое поле — как задано при установке. Сохранённое сразу видно всем, без перезагрузки.',
  by_default: (value: string) => (value === '' ? 'По умолчанию не показывается' : `По умолчанию: ${value}`),
  logo: 'Логотип',
  logo_new: 'Новый логотип',
  logo_hint: `Перетащите или выберите картинку до ${sizeLimit(PHOTO_MAX)}: она станет квадратной`,
  logo_away: 'Убрать логотип',
  limits: 'Ограничения',
  limits_hint: 'Можно сделать строже, чем при установке, но не мягче.',
} as const
