import type { Jobs } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import type { OpenStreams, Topic } from '../../live/topic.ts'
import { makeDeskHub } from './desk.hub.ts'
import { makeLiveHub } from './hub.ts'
import { makePresence, tellPresence } from './presence.routes.ts'

const SWEEP_MS = 60 * 60_000
/** How often to look for people who left without notice. */
const EXPIRE_MS = 5000

/**
 * The hubs that deliver ticket events to open streams, and their jobs.
 * @param alsoTell is called too when a business has new events.
 */
export const makeTicketHubs = (deps: Deps, alsoTell: (business_id: string) => void) => {
  const presence = makePresence()
  const staff = makeLiveHub(deps)
  const desk = makeDeskHub(deps, alsoTell)
  const streams: OpenStreams = {
    tellStaff: staff.tellOpen,
    tellDesk: desk.tellOpen,
    onServerNews: desk.onServerNews,
  }
  const { hear, expire } = tellPresence(streams, presence, deps.clock)
  const topics = [({ onServerNews }: OpenStreams) => onServerNews(hear)] satisfies Topic[]
  const jobs = {
    'old events': { ms: SWEEP_MS, run: staff.sweep },
    presence: { ms: EXPIRE_MS, run: expire },
  } satisfies Jobs
  return { presence, staff, desk, streams, topics, jobs }
}
export type TicketHubs = ReturnType<typeof makeTicketHubs>
