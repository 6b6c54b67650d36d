import type { Call } from '@podmoga/contract/client'
import { Priority } from '@podmoga/contract/desk/tickets'
import { FILTER_VALUES_MAX } from '@podmoga/contract/fields/limits'
import { useQuery } from '@tanstack/react-query'
import { countGroups } from '../../lib/count-groups.ts'
import type { Filter, QueueView } from '../queue/queue-view.ts'
import { agentsQuery } from '../side/work.api.ts'
import { WORK } from '../side/work.texts.ts'
import { tagsQuery, topicsQuery } from '../team.api.ts'
import { restaurantsQuery } from '../tickets.api.ts'

type Option = { key: string; name: string }

/** Removes duplicate keys: several businesses may use the same topic keys. */
const oneEach = (options: readonly Option[]): Option[] => [
  ...new Map(options.map((option) => [option.key, option])).values(),
]

/** The options of each filter with their names. */
export function useFilterOptions(call: Call, { category }: QueueView): Record<Filter, Option[]> {
  const { data: restaurants = [] } = useQuery(restaurantsQuery(call))
  const { data: businesses = [] } = useQuery(topicsQuery(call))
  const { data: tags = [] } = useQuery(tagsQuery(call))
  const { data: agents = [] } = useQuery(agentsQuery(call))
  const categories = businesses.flatMap((business) => business.categories)
  const within = categories.filter(({ key }) => category?.includes(key) ?? true)
  return {
    restaurant: restaurants.map(({ id, name }) => ({ key: id, name })),
    restaurant_group: countGroups(restaurants).map(([name]) => ({ key: name, name })),
    category: oneEach(categories),
    topic: oneEach(within.flatMap(({ topics }) => topics)),
    tag: tags.map((tag) => ({ key: tag, name: tag })),
    priority: Priority.options.map((key) => ({ key, name: WORK.priority_name[key] })).reverse(),
    assignee: agents.map(({ id, name }) => ({ key: id, name })),
  }
}

/** The view without one value of a filter (or without the filter). Removing the last category removes the topics too. */
export const withoutFilter = (view: QueueView, filter: Filter, value?: string): QueueView => {
  const left = value === undefined ? [] : (view[filter]?.filter((one) => one !== value) ?? [])
  if (left.length > 0) return { ...view, [filter]: left }
  const next = { ...view }
  delete next[filter]
  if (filter === 'category') delete next.topic
  return next
}

/** The view with one more value of a filter. A named assignee replaces `whose` of `mine` and `free`. */
export const withFilter = (view: QueueView, filter: Filter, value: string): QueueView => {
  const { whose, ...others } = view
  const isWhose = whose !== undefined && (filter !== 'assignee' || whose === 'snoozed')
  const values = [...new Set([...(view[filter] ?? []), value])].slice(0, FILTER_VALUES_MAX)
  return { ...others, ...(isWhose ? { whose } : {}), [filter]: values }
}
