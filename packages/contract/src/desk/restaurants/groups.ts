import { z } from 'zod'
import { ListedName } from '../../business.ts'
import { endpoint } from '../../endpoint.ts'
import { counted, type PluralForms } from '../../fields/plural.ts'
import { Ok } from '../knowledge-shapes.ts'

/** Kinds of objects that may refer to a group of restaurants, with their noun forms. */
export const GROUP_USERS = {
  material: ['материал', 'материала', 'материалов'],
  rule: ['правило', 'правила', 'правил'],
  agents: ['группа агентов', 'группы агентов', 'групп агентов'],
  target: ['срок ответа', 'срока ответа', 'сроков ответа'],
  incident: ['инцидент', 'инцидента', 'инцидентов'],
  view: ['фильтр очереди', 'фильтра очереди', 'фильтров очереди'],
} as const satisfies Record<string, PluralForms>
export type GroupUser = keyof typeof GROUP_USERS
const USERS = Object.keys(GROUP_USERS) as GroupUser[]

const GroupUse = z.object({
  what: z.enum(USERS),
  count: z.number().int(),
  /** The first of them by name; private objects are only counted. */
  names: z.array(z.string()),
  /** These objects would apply to nobody without the group, so it cannot be removed. */
  holds: z.boolean(),
})

export const RestaurantGroup = z.object({
  name: z.string(),
  /** The number of restaurants, including archived ones. */
  restaurants: z.number().int(),
  uses: z.array(GroupUse),
})
export type RestaurantGroup = z.infer<typeof RestaurantGroup>

/** «2 материала, 1 правило». */
export const groupUsersText = (uses: readonly { what: GroupUser; count: number }[]): string =>
  uses.map(({ what, count }) => counted(count, GROUP_USERS[what])).join(', ')

export const listRestaurantGroups = endpoint({
  name: 'listRestaurantGroups',
  summary: 'Группы ресторанов: сколько в каждой и что её называет; и те, в которых никого уже нет',
  method: 'GET',
  path: 'desk/admin/restaurant_groups/',
  auth: 'admin',
  answer: z.object({ groups: z.array(RestaurantGroup) }),
  refusals: [],
})

export const renameRestaurantGroup = endpoint({
  name: 'renameRestaurantGroup',
  summary:
    'Переименовать группу ресторанов везде, где она названа; с merges — объединить с той, что уже есть',
  method: 'POST',
  path: 'desk/admin/restaurant_groups/rename/',
  auth: 'admin',
  body: z.object({ name: ListedName, to: ListedName, merges: z.boolean().default(false) }),
  /** The resulting name; if the groups were merged, the existing group's spelling. */
  answer: Ok.extend({ name: z.string() }),
  refusals: ['not_found', 'name_taken'],
})

export const removeRestaurantGroup = endpoint({
  name: 'removeRestaurantGroup',
  summary: 'Убрать группу у всех ресторанов; пока её называет то, что без неё не для кого, — отказ',
  method: 'POST',
  path: 'desk/admin/restaurant_groups/remove/',
  auth: 'admin',
  body: z.object({ name: ListedName }),
  answer: Ok,
  refusals: ['not_found', 'group_in_use'],
})
