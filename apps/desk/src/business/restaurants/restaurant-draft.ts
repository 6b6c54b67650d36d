import { AdminRestaurant } from '@podmoga/contract/desk/admin'
import { rebased } from '@podmoga/contract/fields/rebased'
import { z } from 'zod'
import { BUSINESS, RESTAURANTS } from '../business.texts.ts'
import { typedWeek } from './week.ts'

const HOME_ZONE = 'Asia/Tashkent'

/** Form values of a restaurant; defaults for a new one. */
export const draftOf = (restaurant: AdminRestaurant | null) => ({
  name: restaurant?.name ?? '',
  timezone: restaurant?.timezone ?? HOME_ZONE,
  hours: typedWeek(restaurant?.hours ?? null),
  city: restaurant?.city ?? '',
  chain: restaurant?.chain ?? '',
  groups: restaurant?.groups.join(', ') ?? '',
})
export type RestaurantDraft = ReturnType<typeof draftOf>

/** The kept form: the data it is based on, and the typed values. */
export const RestaurantForm = z.object({
  seen: AdminRestaurant.nullable(),
  typed: z.object({
    ...{ name: z.string(), timezone: z.string(), city: z.string(), chain: z.string(), groups: z.string() },
    hours: z.array(z.string()).length(7),
  }),
})
export const isTyped = ({ seen, typed }: z.infer<typeof RestaurantForm>): boolean =>
  Object.entries(draftOf(seen)).some(
    ([name, value]) => String(typed[name as keyof RestaurantDraft]) !== String(value),
  )

/** The base values sent for conflict detection. */
export const seenOf = ({ name, timezone, hours, city, chain, groups }: AdminRestaurant) => ({
  ...{ name, timezone, hours, city, chain, groups },
})

const TEXTS = ['name', 'city', 'chain', 'groups', 'timezone'] as const

/** Rebases the form onto what another admin has saved: fields unchanged here take their values. */
export const rebasedDraft = (mine: RestaurantDraft, seen: RestaurantDraft, theirs: RestaurantDraft) => ({
  ...rebased(mine, seen, theirs),
  hours: Object.values(
    rebased<Record<number, string>>({ ...mine.hours }, { ...seen.hours }, { ...theirs.hours }),
  ),
})

/** Describes the other admin's changes with the current values, line by line. */
export const newsOf = (seen: AdminRestaurant, now: AdminRestaurant): string[] => {
  const [before, after] = [draftOf(seen), draftOf(now)]
  const texts = TEXTS.filter((name) => before[name] !== after[name]).map((name) => {
    const value = name === 'timezone' ? now.timezone_name : after[name]
    return `${RESTAURANTS[name]}: ${value || RESTAURANTS.emptied}`
  })
  const days = BUSINESS.days.flatMap((day, at) => {
    const hours = after.hours[at] ?? ''
    return hours === before.hours[at] ? [] : [`${day}: ${hours || RESTAURANTS.day_off}`]
  })
  return [...texts, ...days]
}
