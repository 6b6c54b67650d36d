import { plural } from '../fields/plural.ts'

/** The maximum number of characters of a quoted text. */
const TEXT_MAX = 140

/** The texts of desk notifications, used by the open page and by pushes. */
export const SIGNAL_WORDS = {
  wrote: (name: string, number: number) => `${name} · тикет №${number}`,
  given: (number: number) => `Тикет №${number} теперь ваш`,
  mention: (name: string) => `${name} зовёт вас в заметке`,
  soon: (number: number) => `Скоро просрочим: тикет №${number}`,
  late: (number: number) => `Просрочено: тикет №${number}`,
  of_nobody: (count: number, minutes: number) =>
    `${count.toLocaleString('ru')} ${plural(count, ['тикет', 'тикета', 'тикетов'])} без исполнителя дольше ${minutes} мин`,
  of_ticket: (number: number, restaurant: string, text: string) => `№${number} · ${restaurant}: ${text}`,
  due: (count: number) =>
    `Пора перечитать: ${count.toLocaleString('ru')} ${plural(count, ['материал', 'материала', 'материалов'])}`,
  /** The first title of several, and how many more there are. */
  first: (title: string, count: number) =>
    count > 1
      ? `${title.slice(0, TEXT_MAX)} и ещё ${(count - 1).toLocaleString('ru')}`
      : title.slice(0, TEXT_MAX),
  /** The beginning of a text. */
  text: (text: string) => text.slice(0, TEXT_MAX),
} as const
