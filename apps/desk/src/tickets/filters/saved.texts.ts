import { TICKET_FORMS } from '@podmoga/contract/fields/nouns'
import { plural } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'

/** Texts of saved views, loaded when they are opened. */
export const SAVED = {
  saved: 'Сохранённые фильтры',
  none: 'Сохранённых фильтров пока нет. Настройте очередь и сохраните её здесь под названием.',
  own: 'Мои',
  team: 'Для всей команды',
  more_than: (count: number) => (count >= 100 ? '99+' : count.toLocaleString('ru')),
  stand_in: (count: number) =>
    `${count >= 100 ? 'больше 99' : count.toLocaleString('ru')} ${plural(Math.min(count, 100), TICKET_FORMS)}`,
  save_now: 'Сохранить то, что сейчас в очереди',
  name: 'Название',
  for_team: 'Для всей команды',
  save: 'Сохранить',
  actions: (name: string) => `Действия: ${name}`,
  up: 'Выше',
  down: 'Ниже',
  rename: 'Переименовать',
  replace: 'Заменить тем, что сейчас в очереди',
  remove: 'Удалить',
  replaced: (name: string) => `Фильтр ${quoted(name)} заменён`,
  bring_back: 'Вернуть прежний',
  brought_back: (name: string) => `Фильтр ${quoted(name)} прежний`,
  removed: (name: string) => `Фильтр ${quoted(name)} удалён`,
  failed: 'Не удалось сохранить',
  load_failed: 'Не удалось загрузить сохранённые фильтры',
  cancel: 'Отмена',
} as const
