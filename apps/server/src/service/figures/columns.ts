import type { Figures } from '@podmoga/contract/desk/figures'

/** Columns of figures, with their names in files and letters. */
export const COLUMNS: readonly [name: string, of: (figures: Figures) => number | null][] = [
  ['Новых тикетов', ({ opened }) => opened],
  ['Ответов', ({ answers }) => answers],
  ['Первых ответов', ({ first }) => first.count],
  ['Первый ответ, половина быстрее, минут', ({ first }) => first.median],
  ['Первый ответ, 9 из 10 быстрее, минут', ({ first }) => first.p90],
  ['Решено', ({ solved }) => solved.count],
  ['Решение, половина быстрее, минут', ({ solved }) => solved.median],
  ['Решение, 9 из 10 быстрее, минут', ({ solved }) => solved.p90],
  ['В срок', ({ kept }) => kept],
  ['Не в срок', ({ missed }) => missed],
  ['Вернулись', ({ reopened }) => reopened],
  ['Помогли', ({ good }) => good],
  ['Не помогли', ({ bad }) => bad],
  ['Искали в базе знаний', ({ looked }) => looked],
  ['Без обращения', ({ deflected }) => deflected],
]
