import { DESK_EVENTS_PATH } from '@podmoga/contract/desk/events'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { DeskMember, Identify } from '../../http/principals.ts'
import { serveStream } from '../../live/live-stream.ts'
import { DESK_EVENT_ID } from './desk.hub.ts'
import type { TicketHubs } from './hubs.ts'

/**
 * `GET desk/events/`: live events of the caller's businesses. The first is `counts`; with `Last-Event-ID` the missed events
 * follow. An editor who is not an agent gets no ticket events.
 */
export const serveDeskEvents = (
  app: FastifyInstance,
  deps: Deps,
  identify: Identify,
  hub: TicketHubs['desk'],
): void => {
  serveStream<DeskMember>(app, deps, {
    path: DESK_EVENTS_PATH,
    identify: async (request) => (await identify(request, 'desk')) as DeskMember,
    id: DESK_EVENT_ID,
    join: hub.join,
  })
  app.addHook('onReady', hub.start)
  app.addHook('preClose', hub.stop)
}
