import { DESK_EVENTS_PATH } from '@podmoga/contract/desk/events'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { DeskMember, Identify } from '../../http/principals.ts'
import { serveStream } from '../../live/live-stream.ts'
import { DESK_EVENT_ID } from './desk.hub.ts'
import type { TicketHubs } from './hubs.ts'

/**
 * `GET desk/events/`: what happens at the desk of the caller's businesses, as it happens. It begins with `counts`; a
 * reader that gives `Last-Event-ID` is then told what it has missed. An editor who is no agent is told of no ticket.
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
