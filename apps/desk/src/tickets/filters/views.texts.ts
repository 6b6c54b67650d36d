/** Filters of the queue, and what stands in it of the others. */
export const VIEWS = {
  filters: 'Фильтры',
  filters_count: (count: number) => `Фильтры: ${count}`,
  any: { category: 'Любая', topic: 'Любая', tag: 'Любая', priority: 'Любая', assignee: 'Любой' },
  category: 'Категория',
  topic: 'Тема',
  tag: 'Метка',
  priority: 'Срочность',
  assignee: 'Исполнитель',
  me: 'Я',
  chosen: 'Выбранные фильтры',
  drop: (what: string) => `Убрать фильтр «${what}»`,
  drop_all: 'Сбросить фильтры',
  order: 'Порядок: кто ждёт дольше, тот выше.',
  done: 'Готово',

  saved_short: 'Сохранённые',
  pick: (number: number) => `Выбрать тикет №${number}`,
} as const
