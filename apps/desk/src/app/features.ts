import { business } from '../business/business.feature.ts'
import { devices } from '../business/devices/devices.feature.ts'
import { incidents } from '../incidents/incidents.feature.ts'
import { knowledge } from '../knowledge/knowledge.feature.ts'
import type { Feature } from '../lib/feature.ts'
import { presence } from '../service/presence/presence.feature.ts'
import { quality } from '../service/quality/quality.feature.ts'
import { rules } from '../service/rules/rules.feature.ts'
import { service } from '../service/service.feature.ts'
import { session } from '../session/session.feature.ts'
import { reopening } from '../tickets/reopening/reopening.feature.ts'
import { tickets } from '../tickets/tickets.feature.ts'

/** All features of the desk, in the order of the command menu. */
export const FEATURES: readonly Feature[] = [
  tickets,
  reopening,
  incidents,
  knowledge,
  business,
  devices,
  service,
  quality,
  rules,
  presence,
  session,
]
