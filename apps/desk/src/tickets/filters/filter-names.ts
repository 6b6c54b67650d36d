import type { Call } from '@podmoga/contract/client'
import { Priority } from '@podmoga/contract/desk/tickets'
import { useQuery } from '@tanstack/react-query'
import type { QueueView } from '../queue/queue-view.ts'
import { agentsQuery } from '../side/work.api.ts'
import { WORK } from '../side/work.texts.ts'
import { tagsQuery, topicsQuery } from '../team.api.ts'
import { restaurantsQuery } from '../tickets.api.ts'

type Option = { key: string; name: string }

/** One of each key: several businesses call their topics alike. */
const oneEach = (options: readonly Option[]): Option[] => [
  ...new Map(options.map((option) => [option.key, option])).values(),
]

export const FILTERS = ['restaurant', 'category', 'topic', 'tag', 'priority', 'assignee'] as const
export type Filter = (typeof FILTERS)[number]

/** What each filter may be, as it is called. */
export function useFilterOptions(call: Call, { category }: QueueView): Record<Filter, Option[]> {
  const { data: restaurants = [] } = useQuery(restaurantsQuery(call))
  const { data: businesses = [] } = useQuery(topicsQuery(call))
  const { data: tags = [] } = useQuery(tagsQuery(call))
  const { data: agents = [] } = useQuery(agentsQuery(call))
  const categories = businesses.flatMap((business) => business.categories)
  const within = categories.filter(({ key }) => category === undefined || key === category)
  return {
    restaurant: restaurants.map(({ id, name }) => ({ key: id, name })),
    category: oneEach(categories),
    topic: oneEach(within.flatMap(({ topics }) => topics)),
    tag: tags.map((tag) => ({ key: tag, name: tag })),
    priority: Priority.options.map((key) => ({ key, name: WORK.priority_name[key] })).reverse(),
    assignee: agents.map(({ id, name }) => ({ key: id, name })),
  }
}

/** The view without one of its filters; a category takes its topic with it. */
export const withoutFilter = (view: QueueView, filter: Filter): QueueView => {
  if (filter === 'restaurant') return { ...view, restaurant: null }
  const next = { ...view }
  delete next[filter]
  if (filter === 'category') delete next.topic
  return next
}

/** The view with one of its filters; an agent who is named takes the place of «mine» and «nobody's». */
export const withFilter = (view: QueueView, filter: Filter, value: string): QueueView => {
  const next = withoutFilter(view, filter)
  if (value === '') return next
  const { whose, ...others } = next
  const isWhose = whose !== undefined && (filter !== 'assignee' || whose === 'snoozed')
  return { ...others, ...(isWhose ? { whose } : {}), [filter]: value }
}
