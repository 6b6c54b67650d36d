import { plural } from '@podmoga/contract/fields/plural'

/** Texts used only in the list: kept out of the first load of a ticket. */
export const LIST = {
  empty: 'Нет тикетов',
  find: 'Найти тикет',
  none_found: 'Ничего не нашли. Посмотрите и на другой вкладке.',
  list_failed: 'Не удалось загрузить тикеты',
  unread_here: (unread: number) =>
    `${unread} ${plural(unread, ['непрочитанное', 'непрочитанных', 'непрочитанных'])}`,
  beside_hint: 'Откройте тикет: переписка встанет рядом со списком.',
  last_mine: 'Вы',
  last_photo: (count: number) => `${count} фото`,
  waits_for_you: 'Ждёт вас',
  yours: 'Ждут вас',
  shift: 'Смена',
  open_tab: 'Открытые тикеты',
  archive_tab: 'Архив',
  create: 'Создать',
  short_title: (number: string | number, category: string) => `№${number} · ${category}`,
  card_title: (number: string | number, category: string) => `Тикет №${number} : ${category}`,
} as const
