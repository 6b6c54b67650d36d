import { quoted } from '@podmoga/contract/fields/quoted'

/** Texts of the filter chips of any list. */
export const CHIPS = {
  filters: 'Фильтры',
  filters_count: (count: number) => `Фильтры: ${count}`,
  chosen: 'Выбранные фильтры',
  drop: (what: string) => `Убрать фильтр ${quoted(what)}`,
  drop_all: 'Сбросить фильтры',
  done: 'Готово',
} as const
