import { Refusal } from '@podmoga/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Person } from '../http/principals.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { makeStaggeredInterval } from './staggered-interval.ts'

const BEAT_MS = 15_000
const BEAT_TURNS = 60
/** How often a stream's authorization is checked: a revocation must end the stream within 5 s. */
const CHECK_MS = 2000
/** Number of shares the open streams are checked in: each share makes one database query. */
const CHECK_TURNS = 20

/** An open stream and its person. */
export interface Listener<W extends Person> {
  who: W
  stream: EventStream
  end: (reason: string) => void
}

interface LiveStream<W extends Person> {
  /** Relative to /api/. */
  path: string
  /** Authenticates the caller, or throws a Refusal. */
  identify: (request: FastifyRequest) => Promise<W>
  /** Pattern of this stream's event ids; with any other `Last-Event-ID` the request counts as a first visit. */
  id: RegExp
  /** Subscribes the reader; `after` is the id of the last event received, null for a first visit. */
  join: (listener: Listener<W>, after: string | null) => Promise<void>
}

/**
 * Serves a live stream. It ends, with a reason, when the token expires, access is revoked, the person opens too many streams,
 * or the server stops.
 */
export const serveStream = <W extends Person>(
  app: FastifyInstance,
  deps: Deps,
  { path, identify, id, join }: LiveStream<W>,
): void => {
  const schedule = makeStaggeredInterval(CHECK_MS, CHECK_TURNS)
  const scheduleBeat = makeStaggeredInterval(BEAT_MS, BEAT_TURNS)
  const watch = (request: FastifyRequest, who: W, end: (reason: string) => void): (() => void) => {
    let checking = false
    const check = async (): Promise<void> => {
      if (deps.clock.now() >= who.expires_at) return end('token_expired')
      if (checking) return
      checking = true
      try {
        await identify(request)
      } catch (error) {
        // A database failure revokes nothing. Without the database there are no events to send either.
        if (error instanceof Refusal && error.status < 500) end('access_ended')
        else request.log.debug({ err: error }, 'the right to a live stream could not be looked at')
      } finally {
        checking = false
      }
    }
    return schedule(() => void check())
  }

  app.route({
    method: 'GET',
    url: `/api/${path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const who = await identify(request)
      await deps.rates.take('requests', who.person_id, deps.config.REQUESTS_PER_MINUTE, 60)
      request.who = who
      const given = request.headers['last-event-id']
      const after = typeof given === 'string' && id.test(given) ? given : null
      const stream = openEventStream(reply)
      const end = (reason: string): void => {
        stream.send({ name: 'end', data: { reason } })
        stream.close()
      }
      const unwatch = watch(request, who, end)
      const unbeat = scheduleBeat(stream.beat)
      stream.onClose(() => {
        unwatch()
        unbeat()
      })
      try {
        await join({ who, stream, end }, after)
      } catch (error) {
        // The response has begun: the reader can only be asked to reconnect.
        request.log.warn({ err: error }, 'a live stream could not be joined')
        end('restart')
      }
      return reply
    },
  })
}
