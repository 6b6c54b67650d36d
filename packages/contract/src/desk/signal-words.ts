import { plural } from '../fields/plural.ts'

/** More letters than this of what was written stand in no signal. */
const TEXT_MAX = 140

/** How an agent is called, by the open page and by a push alike. */
export const SIGNAL_WORDS = {
  wrote: (name: string, number: number) => `${name} · тикет №${number}`,
  given: (number: number) => `Тикет №${number} теперь ваш`,
  mention: (name: string) => `${name} зовёт вас в заметке`,
  of_nobody: (count: number, minutes: number) =>
    `${count.toLocaleString('ru')} ${plural(count, ['тикет', 'тикета', 'тикетов'])} без исполнителя дольше ${minutes} мин`,
  of_ticket: (number: number, restaurant: string, text: string) => `№${number} · ${restaurant}: ${text}`,
  /** The beginning of a text. */
  text: (text: string) => text.slice(0, TEXT_MAX),
} as const
