import type { FastifyInstance, FastifyRequest } from 'fastify'

const PATIENCE = {
  /** How long a JSON body may take to arrive. */
  json_ms: 30_000,
  /**
   * How much may still arrive after the response, so that a client that reads it late does not get a connection reset instead.
   */
  late_ms: 15_000,
  late_bytes: 64 * 1024 * 1024,
}

const isForm = (request: FastifyRequest): boolean =>
  /^multipart\//i.test(request.headers['content-type'] ?? '')

const isComing = (request: FastifyRequest): boolean =>
  !request.raw.complete &&
  (Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined)

/** Closes connections whose body arrives too slowly, or continues long after the response. */
export const limitSlowBodies = (app: FastifyInstance, patience = PATIENCE): void => {
  const endAfter = (request: FastifyRequest, ms: number): void => {
    const { raw } = request
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, ms).unref()
    raw.once('close', () => clearTimeout(timer))
    raw.once('end', () => clearTimeout(timer))
  }

  app.addHook('onRequest', async (request) => {
    if (isComing(request) && !isForm(request)) endAfter(request, patience.json_ms)
  })
  app.addHook('onResponse', async (request) => {
    if (!isComing(request)) return
    const { raw } = request
    endAfter(request, patience.late_ms)
    const { socket } = raw
    const limit = socket.bytesRead + patience.late_bytes
    raw.on('data', () => {
      if (socket.bytesRead > limit) raw.destroy()
    })
    // Node drains a body by itself only if nothing has read it; the next request on the connection waits for this one's end.
    raw.resume()
  })
}
