/** Filters of the queue, and what stands in it of the others. */
export const VIEWS = {
  filters: 'Фильтры',
  filters_count: (count: number) => `Фильтры: ${count}`,
  saved_short: 'Сохранённые',
  caller: 'Тикет со слов позвонившего',
  pick: (number: number) => `Выбрать тикет №${number}`,
} as const
