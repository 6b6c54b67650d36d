import type { RestaurantGroup } from '@podmoga/contract/desk/restaurants/groups'
import { groupUsersText } from '@podmoga/contract/desk/restaurants/groups'
import { counted } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'

const RESTAURANT_FORMS = ['ресторан', 'ресторана', 'ресторанов'] as const
/** Plural forms for «в 2 ресторанах». */
const AT_RESTAURANTS = ['ресторане', 'ресторанах', 'ресторанах'] as const

type Use = RestaurantGroup['uses'][number]

const exampleOf = ({ names, count }: Use): string => {
  const named = names.map(quoted).join(', ')
  return names.length === 0 ? '' : ` (${named}${count > names.length ? ' и др.' : ''})`
}

export const ALL_GROUPS = {
  open: 'Группы',
  title: 'Группы ресторанов',
  empty: 'Групп ещё нет. Отметьте рестораны в списке и нажмите «Изменить группы».',
  restaurants: (count: number) => (count === 0 ? 'Ресторанов нет' : counted(count, RESTAURANT_FORMS)),
  uses: (uses: readonly Use[]) =>
    `Называют: ${uses.map((use) => `${groupUsersText([use])}${exampleOf(use)}`).join(', ')}`,
  rename: 'Переименовать',
  rename_it: (name: string) => `Переименовать группу ${quoted(name)}`,
  new_name: 'Новое название',
  rename_hint: 'Название сменится у ресторанов и везде, где эта группа названа.',
  renamed: (name: string) => `Теперь это ${quoted(name)}`,
  merge: 'Объединить',
  merge_text: (from: string, to: string) =>
    `Группа ${quoted(to)} уже есть. Рестораны станут одной группой, и всё, что называло ${quoted(from)}, станет относиться ко всем ресторанам ${quoted(to)}. Разделить их обратно можно будет только вручную.`,
  merged: (name: string) => `Группы объединены в ${quoted(name)}`,
  remove: 'Убрать',
  remove_it: (name: string) => `Убрать группу ${quoted(name)}`,
  remove_title: (name: string) => `Убрать группу ${quoted(name)}?`,
  remove_text: ({ restaurants, uses }: RestaurantGroup) =>
    [
      restaurants === 0
        ? 'Ресторанов в ней нет.'
        : `Её не станет в ${counted(restaurants, AT_RESTAURANTS)}, сами рестораны останутся.`,
      uses.length === 0 ? '' : `Останутся без ресторанов: ${groupUsersText(uses)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  held_title: (name: string) => `Группу ${quoted(name)} убрать нельзя`,
  held_text: (uses: readonly Use[]) =>
    `${ALL_GROUPS.uses(uses)}. Без группы им не к кому относиться. Переименуйте её, объедините с другой или сначала поменяйте их.`,
  back: 'К группам',
  removed: (name: string) => `Группы ${quoted(name)} больше нет`,
}
