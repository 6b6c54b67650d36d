import type { FastifyReply } from 'fastify'

/** An open text/event-stream. Nothing here throws: what is written to a stream that has ended goes nowhere. */
export interface EventStream {
  send: (event: { name: string; data: unknown; id?: string }) => void
  /** A comment line: keeps proxies from closing a quiet stream. */
  beat: () => void
  /** Says good-bye with what was sent so far; a reader that does not take it is cut off a little later. */
  close: () => void
  readonly closed: boolean
  /** Called once, as soon as nothing more can be sent: after {@link close}, or when the connection is gone. */
  onClose: (listener: () => void) => void
}

// A reader this far behind is not reading: it is let go, and comes back with Last-Event-ID.
const MOST_BUFFERED = 1024 * 1024
/** How long a reader may take to read the end of its stream. */
const FAREWELL_MS = 2000

/** Takes the answer over and opens a stream on it, with the headers that were set so far. */
export const openEventStream = (reply: FastifyReply): EventStream => {
  reply.hijack()
  const { raw } = reply
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  raw.writeHead(200, {
    ...(Object.fromEntries(headers) as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Kept alive, the connection would hold a stopping server after its stream has ended.
    connection: 'close',
  })
  raw.flushHeaders()
  let closed = false
  const listeners: (() => void)[] = []
  const noteClosed = (): void => {
    if (closed) return
    closed = true
    for (const listener of listeners.splice(0)) listener()
  }
  raw.on('close', noteClosed)
  raw.on('error', noteClosed)
  const write = (text: string): void => {
    if (closed || raw.destroyed || raw.writableEnded) return
    raw.write(text)
    if (raw.writableLength > MOST_BUFFERED) raw.destroy()
  }
  return {
    send: ({ name, data, id }) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(': \n\n'),
    close: () => {
      noteClosed()
      if (raw.destroyed || raw.writableEnded) return
      raw.end()
      const cut = setTimeout(() => raw.destroy(), FAREWELL_MS).unref()
      raw.once('close', () => clearTimeout(cut))
    },
    get closed() {
      return closed
    },
    onClose: (listener) => {
      if (closed) listener()
      else listeners.push(listener)
    },
  }
}
