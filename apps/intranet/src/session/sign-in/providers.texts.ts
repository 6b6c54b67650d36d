import { quoted } from '@podmoga/contract/fields/quoted'
export const PROVIDERS = {
  other: 'Без пароля',
  by: (name: string) => `Через ${quoted(name)}`,
  company: 'Через компанию',
  network: 'Сеть компании',
  network_hint: 'Короткое имя, которое вам сказал администратор',
  find: 'Найти',
  none: 'У этой сети нет входа через компанию.',
  failed: 'Не удалось начать вход. Попробуйте ещё раз.',
  title: 'Вход через компанию',
  back: 'Вернуться ко входу',
} as const
