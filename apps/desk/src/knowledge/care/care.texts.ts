import { counted } from '@podmoga/contract/fields/plural'

const MATERIALS = ['материал', 'материала', 'материалов'] as const

export const CARE = {
  title: 'Пора проверить',
  hint: 'Материалы, которые пора перечитать, и те, чей срок подойдёт за месяц. Верен — нажмите «Проверено», устарел — исправьте.',
  failed: 'Не удалось сохранить',
  owner: 'Ответственный',
  nobody: 'Никто',
  no_owner: 'нет ответственного',
  term: 'Проверять',
  never: 'Не нужно',
  once: 'Один раз',
  day: 'День проверки',
  checked: 'Проверено',
  all: 'Все',
  mine: 'Мои',
  view: 'Чьи показать',
  empty: 'Проверять пока нечего',
  late: 'Пора',
  load_failed: 'Не удалось загрузить',
  ownerless: (count: number) => `Без ответственного: ${counted(count, MATERIALS)}.`,
  checked_when: (when: string, who: string | null) => `Проверено ${when}${who === null ? '' : `, ${who}`}`,
} as const

export const TERMS = [
  { key: '1', name: 'Раз в месяц' },
  { key: '3', name: 'Раз в 3 месяца' },
  { key: '6', name: 'Раз в полгода' },
  { key: '12', name: 'Раз в год' },
] as const

const MONTHS = ['месяц', 'месяца', 'месяцев'] as const
/** Name of an interval that is not in the list; other API clients may set one. */
export const termName = (months: number): string => `Раз в ${counted(months, MONTHS)}`
