import { quoted } from '@podmoga/contract/fields/quoted'

export const GROUPS = {
  failed: 'Не удалось показать группы',
  hint: 'Тикет достаётся первой группе сверху, которой он подходит, и в ней тому, кто сейчас на работе. Группы меняет администратор.',
  business: 'Бизнес',
  none: 'Групп нет: тикеты берут сами.',
  title: (at: number, name: string) => `${at}. ${name}`,
  mine: 'Вы в этой группе',
  members: 'Агенты',
  nobody: 'Никого',
  member: (name: string, state: string) => `${name} — ${state}`,
  state: { work: 'на работе', away: 'отошёл', off: 'не работает' },
  restaurants: 'Рестораны',
  group: (name: string) => `группа ${quoted(name)}`,
  all_restaurants: 'Все рестораны',
  categories: 'Категории',
  all_categories: 'Любые',
  way: 'Кому следующий',
  ways: { turn: 'По очереди', load: 'У кого меньше открытых' },
  most: (way: string, most: number) => `${way}, не больше ${most} у одного`,
} as const
