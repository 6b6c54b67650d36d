import type { FastifyReply } from 'fastify'

/** An open text/event-stream. */
export interface EventStream {
  send: (event: { name: string; data: unknown; id?: string }) => void
  /** A comment line: keeps proxies from closing a quiet stream. */
  beat: () => void
  close: () => void
  readonly closed: boolean
  onClose: (listener: () => void) => void
}

// A reader this far behind is not reading: it is let go, and comes back with Last-Event-ID.
const MOST_BUFFERED = 1024 * 1024

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
  raw.on('close', () => {
    closed = true
    for (const listener of listeners) listener()
  })
  const write = (text: string): void => {
    if (closed || raw.destroyed) return
    raw.write(text)
    if (raw.writableLength > MOST_BUFFERED) raw.destroy()
  }
  return {
    send: ({ name, data, id }) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(': \n\n'),
    close: () => void (raw.destroyed || raw.end()),
    get closed() {
      return closed
    },
    onClose: (listener) => void listeners.push(listener),
  }
}
