/** Texts of the queue's filters and of other actions in the queue. */
export const VIEWS = {
  filters: 'Фильтры',
  filters_count: (count: number) => `Фильтры: ${count}`,
  saved_short: 'Сохранённые',
  caller: 'Тикет со слов позвонившего',
  pick: (number: number) => `Выбрать тикет №${number}`,
} as const
