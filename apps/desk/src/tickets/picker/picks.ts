import type { BulkAct } from '@podmoga/contract/desk/bulk'
import { type DeskTicket, Priority } from '@podmoga/contract/desk/tickets'
import { TAG_MAX } from '@podmoga/contract/fields/limits'
import type { Suggestion } from '../composer/suggestions.tsx'
import { fits } from '../palette/palette-items.ts'
import { untilOf, WAITS } from '../side/snooze-times.ts'
import { clockTime } from '../side/snoozed-till.ts'
import { WORK } from '../side/work.texts.ts'
import { TEAM } from '../team.texts.ts'
import type { PickKind } from './pick-kinds.ts'
import { PICKER } from './picker.texts.ts'
import { untilTyped } from './until-typed.ts'

/** A choice made in a picker. `about` is for a single ticket only, since topics differ between businesses. */
export type Picked = Extract<BulkAct, { do: 'assign' | 'priority' | 'tag' | 'untag' | 'snooze' }> | About
export interface About {
  do: 'about'
  category: string
  topic: string
  name: string
}

export interface Choice extends Suggestion {
  picked: Picked
}

/** The ticket fields that the pickers use. */
type WorkedOn = {
  [K in 'assignee' | 'priority' | 'tags' | 'snoozed_until' | 'restaurant']: DeskTicket[K]
}

export interface PickFrom {
  /** The person's id. */
  me: string
  agents: readonly { id: string; name: string }[]
  tags: readonly string[]
  categories: readonly { key: string; name: string; topics: readonly { key: string; name: string }[] }[]
  /** Undefined for a choice for many tickets. */
  ticket: WorkedOn | undefined
  /** Epoch milliseconds. */
  now: number
}

const assignees = ({ me, agents, ticket }: PickFrom): Choice[] => {
  const to = (id: string | null, title: string): Choice => ({
    key: `to-${id}`,
    title,
    ...(ticket !== undefined && (ticket.assignee?.id ?? null) === id ? { hint: PICKER.now } : {}),
    picked: { do: 'assign', assignee: id },
  })
  return [
    to(me, PICKER.me),
    to(null, PICKER.nobody),
    ...agents.filter(({ id }) => id !== me).map(({ id, name }) => to(id, name)),
  ]
}

const tagged = ({ tags, ticket }: PickFrom, typed: string): Choice[] => {
  const own = ticket?.tags ?? []
  const on = (tag: string): Choice => ({ key: `on-${tag}`, title: tag, picked: { do: 'tag', tag } })
  const off = (tag: string): Choice => ({
    key: `off-${tag}`,
    title: tag,
    hint: PICKER.take_off,
    picked: { do: 'untag', tag },
  })
  const fresh = typed.trim().toLowerCase().slice(0, TAG_MAX)
  const isNew = fresh !== '' && !tags.includes(fresh) && !own.includes(fresh)
  return [
    ...own.map(off),
    ...tags.filter((tag) => !own.includes(tag)).map(on),
    ...(ticket === undefined && fresh !== '' && !isNew ? [off(fresh)] : []),
    ...(isNew ? [{ ...on(fresh), hint: PICKER.new_tag }] : []),
  ]
}

const waits = ({ ticket, now }: PickFrom, typed: string): Choice[] => {
  const zone = ticket?.restaurant.timezone
  const until = untilTyped(typed, { now, zone })
  const choice = (key: string, title: string, at: string | null): Choice => ({
    key,
    title,
    picked: { do: 'snooze', until: at },
  })
  if (until !== null) return [choice('typed', PICKER.until(clockTime(until, zone)), until)]
  return [
    ...WAITS.map((wait) => choice(wait, TEAM.snooze_for[wait], untilOf(wait, zone, now))),
    ...(ticket?.snoozed_until === null ? [] : [choice('wake', TEAM.wake, null)]),
  ]
}

/** All subjects of a ticket: categories without topics, and each topic of the other categories. */
export const aboutsOf = (
  categories: PickFrom['categories'],
): { key: string; name: string; category: string; topic: string }[] =>
  categories.flatMap(({ key: category, name, topics }) =>
    topics.length === 0
      ? [{ key: `${category}/`, name, category, topic: '' }]
      : topics.map(({ key: topic, name: of }) => ({
          key: `${category}/${topic}`,
          name: `${name} · ${of}`,
          category,
          topic,
        })),
  )

const abouts = ({ categories }: PickFrom): Choice[] =>
  aboutsOf(categories).map(({ key, ...about }) => ({
    key,
    title: about.name,
    picked: { do: 'about', ...about },
  }))

/** The options of a picker that match the typed text. */
export const choicesFor = (pick: PickKind, from: PickFrom, typed: string): Choice[] => {
  if (pick === 'snooze') {
    const all = waits(from, typed)
    return all[0]?.key === 'typed' ? all : all.filter(({ title }) => fits(title, typed.trim()))
  }
  const all =
    pick === 'assign'
      ? assignees(from)
      : pick === 'tags'
        ? tagged(from, typed)
        : pick === 'about'
          ? abouts(from)
          : [...Priority.options].reverse().map((priority) => ({
              key: priority,
              title: WORK.priority_name[priority],
              ...(from.ticket?.priority === priority ? { hint: PICKER.now } : {}),
              picked: { do: 'priority', priority } as const,
            }))
  return all.filter(({ title }) => fits(title, typed.trim()))
}
