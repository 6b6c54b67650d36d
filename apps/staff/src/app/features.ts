import { incidents } from '../incidents/incidents.feature.ts'
import { knowledge } from '../knowledge/knowledge.feature.ts'
import type { Feature, OfflinePart } from '../lib/feature.ts'
import { profile } from '../profile/profile.feature.ts'
import { joining } from '../session/joining/joining.feature.ts'
import { device } from '../tickets/device/device.feature.tsx'
import { firstDay } from '../tickets/first-day/first-day.feature.ts'
import { reopening } from '../tickets/reopening/reopening.feature.ts'
import { shift } from '../tickets/shift/shift.feature.tsx'
import { tickets } from '../tickets/tickets.feature.ts'

/** All features of the app. Prefetching follows this order. */
export const FEATURES: readonly Feature[] = [
  tickets,
  knowledge,
  incidents,
  joining,
  shift,
  reopening,
  device,
  firstDay,
  profile,
]

/** The offline parts of all features. Rejects if their code cannot be fetched now. */
export const loadOffline = (): Promise<OfflinePart[]> =>
  Promise.all(FEATURES.flatMap(({ offline }) => (offline === undefined ? [] : [offline()])))
