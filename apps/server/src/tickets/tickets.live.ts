import { EVENTS_PATH } from '@podmoga/contract/events'
import { Refusal } from '@podmoga/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { openEventStream } from '../http/event-stream.ts'
import type { Identify, Staff } from '../http/who.ts'
import { makeLiveHub } from './tickets.live.hub.ts'

const BEAT_MS = 15_000
/** How often a stream's right to go on is looked at: a revocation must end it within 5 s. */
const CHECK_MS = 2000
const SWEEP_MS = 60 * 60_000

/**
 * `GET events/`: what happens in one restaurant, as it happens. It begins with `unread`; a reader that gives
 * `Last-Event-ID` is first told what it has missed. It ends, with the reason, when the token does, when access is
 * taken away, when the person opens one stream too many, and when the server stops.
 */
export const serveTicketEvents = (app: FastifyInstance, deps: Deps, identify: Identify): void => {
  const hub = makeLiveHub(deps)

  const watch = (request: FastifyRequest, who: Staff, end: (reason: string) => void): (() => void) => {
    let checking = false
    const check = async (): Promise<void> => {
      if (deps.clock.now() >= who.expires_at) return end('token_expired')
      if (checking) return
      checking = true
      try {
        await identify(request, 'staff')
      } catch (error) {
        // A database that is away has taken nobody's access; without it there is nothing to tell either.
        if (error instanceof Refusal && error.status < 500) end('access_ended')
        else request.log.debug({ err: error }, 'the right to a live stream could not be looked at')
      } finally {
        checking = false
      }
    }
    const timer = setInterval(() => void check(), CHECK_MS).unref()
    return () => clearInterval(timer)
  }

  app.route({
    method: 'GET',
    url: `/api/${EVENTS_PATH}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const who = (await identify(request, 'staff')) as Staff
      await deps.rates.take('requests', who.person_id, deps.config.REQUESTS_PER_MINUTE, 60)
      request.who = who
      const given = request.headers['last-event-id']
      const after = typeof given === 'string' && /^[0-9]{1,18}$/.test(given) ? given : null
      const stream = openEventStream(reply)
      const end = (reason: string): void => {
        stream.send({ name: 'end', data: { reason } })
        stream.close()
      }
      const unwatch = watch(request, who, end)
      const beat = setInterval(stream.beat, BEAT_MS).unref()
      stream.onClose(() => {
        unwatch()
        clearInterval(beat)
      })
      try {
        await hub.join({ who, stream, end }, after)
      } catch (error) {
        // The answer has begun: its reader can only be told to come again.
        request.log.warn({ err: error }, 'a live stream could not be joined')
        end('restart')
      }
      return reply
    },
  })

  let sweeping: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    await hub.start()
    sweeping = setInterval(() => void hub.sweep(), SWEEP_MS).unref()
  })
  app.addHook('preClose', async () => {
    clearInterval(sweeping)
    await hub.stop()
  })
}
