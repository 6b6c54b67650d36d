import { EVENTS_PATH } from '@podmoga/contract/events'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Identify, Staff } from '../../http/principals.ts'
import { serveStream } from '../../live/live-stream.ts'
import type { TicketHubs } from './hubs.ts'

/** `GET events/`: live events of one restaurant. The first is `unread`; with `Last-Event-ID` the missed events come first. */
export const serveTicketEvents = (
  app: FastifyInstance,
  deps: Deps,
  identify: Identify,
  hub: TicketHubs['staff'],
): void => {
  serveStream<Staff>(app, deps, {
    path: EVENTS_PATH,
    identify: async (request) => (await identify(request, 'staff')) as Staff,
    id: /^[0-9]{1,18}$/,
    join: hub.join,
  })

  app.addHook('onReady', hub.start)
  app.addHook('preClose', hub.stop)
}
