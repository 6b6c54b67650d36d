import { counted } from '@podmoga/contract/fields/plural'

const TICKETS = ['тикет', 'тикета', 'тикетов'] as const
const written = (count: number): string => String(count).replace('.', ',')

export const HEALTH = {
  restaurant: 'Ресторан',
  none: 'Ресторанов нет',
  weeks: 'Тикеты по неделям',
  week: 'Неделя с',
  tickets: 'Тикетов',
  so_far: 'ещё идёт',
  last: (count: number, usual: number) => {
    const than = count > usual ? 'больше обычного' : count < usual ? 'меньше обычного' : 'как обычно'
    return `На прошлой неделе ${counted(count, TICKETS)}: ${than} (обычно ${written(usual)})`
  },
  young: 'Обычное число тикетов станет видно через четыре недели.',
  repeats: 'Что повторяется',
  repeats_hint: 'За четыре недели, рядом — за четыре недели до них.',
  no_repeats: 'За четыре недели ничего не спросили трижды.',
  times: (now: number, before: number) => `${counted(now, TICKETS)} · раньше ${before}`,
  unread: 'Ответы, которые не прочитали',
  unread_total: (count: number) => `Всего ${counted(count, TICKETS)} за 30 дней, старые сверху.`,
  no_unread: 'Все ответы за 30 дней прочитаны.',
  ticket: (number: number) => `Тикет №${number}`,
  absent: 'Кто не входил',
  absent_total: (count: number) => `Всего ${counted(count, ['человек', 'человека', 'человек'])}.`,
  no_absent: 'Все хотя бы раз входили.',
  invited: 'приглашён, ещё не вошёл',
  never: 'ни разу не входил или очень давно',
} as const
