import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** "10:00-23:00" for each weekday from Monday, "" for a day off; null: never said. */
export const WeekHours = z.array(z.string()).length(7).nullable()

/** What every page of a business says of it. */
export const Settings = z.object({
  brand: z.string(),
  /** Where its picture lies, relative to the server's root; null: none. */
  logo_url: z.string().nullable(),
  /** Empty: not shown. */
  support_phone: z.string(),
  support_email: z.string(),
  /** The restaurant's web panel; `{restaurantId}` stands for the restaurant. */
  panel_url: z.string(),
  marketplace_url: z.string(),
  /** When support answers. */
  working_hours: WeekHours,
  /** Days without support, as 2026-01-31. */
  holidays: z.array(z.string()),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = endpoint({
  name: 'getSettings',
  summary: 'Название, логотип, связь с поддержкой и её часы в бизнесе вошедшего человека',
  method: 'GET',
  path: 'users/settings/',
  auth: 'person',
  answer: Settings,
  refusals: [],
})

export const getPublicSettings = endpoint({
  name: 'getPublicSettings',
  summary:
    'То же для того, кто ещё не вошёл: единственного бизнеса установки, а если их несколько — установки',
  method: 'GET',
  path: 'settings/',
  auth: 'public',
  answer: Settings,
  refusals: [],
})
