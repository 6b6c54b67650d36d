import { TICKET_FORMS } from '@podmoga/contract/fields/nouns'
import { counted, FILE_FORMS } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'
import { formatSize } from '@podmoga/ui/lib/format-size'

export const DATA = {
  action: 'Данные',
  title: (name: string) => `Данные: ${name}`,
  text: 'Архив: профиль, входы, всё написанное и приложенные файлы.',
  download: 'Скачать архив',
  erase_text:
    'Удаление необратимо: имя, почта, телефон, фото и входы исчезнут, написанное останется за «Удалённым сотрудником».',
  erase: 'Удалить данные',
  erased: (name: string) => `Данные удалены: ${name}`,
  asked: 'Просят удалить свои данные',
  agree: 'Удалить данные',
  refuse: 'Отказать',
  sure_title: (name: string) => `Удалить данные: ${name}?`,
} as const

export const RETENTION = {
  title: 'Хранение',
  hint: 'Считается с закрытия тикета. Пустое поле — хранить всегда. Удалённое не вернуть.',
  tickets: 'Закрытые тикеты, месяцев',
  files: 'Файлы закрытых тикетов, месяцев',
  check: 'Посчитать и сохранить',
  sure_title: 'Удалять старое?',
  sure: 'Сохранить',
  nothing: 'Сейчас под эти сроки не попадает ничего.',
  count: ({ tickets, files, bytes }: { tickets: number; files: number; bytes: number }) =>
    `Сейчас удалится: ${counted(tickets, TICKET_FORMS)}, ${counted(files, FILE_FORMS)} (${formatSize(bytes)}). Дальше — раз в час, по мере старения.`,
} as const

export const OPERATOR = {
  title: 'Бизнесы',
  paid: (day: string) => `Оплачен до ${day}`,
  forever: 'Без срока оплаты',
  unpaid: 'Не оплачен',
  people: (count: number, most: number | null) => `Людей: ${count}${most === null ? '' : ` из ${most}`}`,
  restaurants: (count: number, most: number | null) =>
    `Ресторанов: ${count}${most === null ? '' : ` из ${most}`}`,
  terms: 'Условия',
  terms_title: (name: string) => `Условия: ${name}`,
  paid_until: 'Оплачено по день',
  people_max: 'Людей не больше',
  restaurants_max: 'Ресторанов не больше',
  empty_is_free: 'Пусто — без ограничения',
  read: 'Прочитать тикет',
  read_title: (name: string) => `Тикет бизнеса ${quoted(name)}`,
  read_hint: 'Причина останется в журнале этого бизнеса вместе с вашим именем.',
  number: 'Номер тикета',
  reason: 'Причина',
  open: 'Прочитать',
  support: 'Поддержка',
  staff: 'Сотрудник',
} as const
