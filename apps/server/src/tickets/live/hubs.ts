import type { Jobs } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import type { OpenStreams, Topic } from '../../live/topic.ts'
import { makeDeskHub } from './desk.hub.ts'
import { makeLiveHub } from './hub.ts'
import { makePresence, publishPresence } from './presence.routes.ts'

const SWEEP_MS = 60 * 60_000
/** How often to look for people who left without notice. */
const EXPIRE_MS = 5000

/**
 * The hubs that deliver ticket events to open streams, and their jobs.
 * @param onNewEvents is called too when a business has new events.
 */
export const makeTicketHubs = (deps: Deps, onNewEvents: (business_id: string) => void) => {
  const presence = makePresence()
  const staff = makeLiveHub(deps)
  const desk = makeDeskHub(deps, onNewEvents)
  const streams: OpenStreams = {
    sendToStaff: staff.sendToOpen,
    sendToDesk: desk.sendToOpen,
    onServerMessage: desk.onServerMessage,
  }
  const { onMessage, expire } = publishPresence(streams, presence, deps.clock)
  const topics = [({ onServerMessage }: OpenStreams) => onServerMessage(onMessage)] satisfies Topic[]
  const jobs = {
    'old events': { ms: SWEEP_MS, run: staff.sweep },
    presence: { ms: EXPIRE_MS, run: expire },
  } satisfies Jobs
  return { presence, staff, desk, streams, topics, jobs }
}
export type TicketHubs = ReturnType<typeof makeTicketHubs>
