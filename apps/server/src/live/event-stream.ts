import type { FastifyReply } from 'fastify'

export interface SentEvent {
  name: string
  data: unknown
  id?: string
}

/** An event as it stands in a stream. */
export const eventText = ({ name, data, id }: SentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** An open text/event-stream. Nothing here throws: what is written to a stream that has ended goes nowhere. */
export interface EventStream {
  send: (event: SentEvent) => void
  /** Whole events, as {@link eventText} writes them: made once for many streams that are told the same. */
  write: (events: Buffer) => void
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

const BEAT = Buffer.from(': \n\n')

/** Takes the answer over and opens a stream on it, with the headers that were set so far. */
export const openEventStream = (reply: FastifyReply): EventStream => {
  reply.hijack()
  const { raw } = reply
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  // No chunks: the stream ends with its connection, and what is told to thousands is one and the same buffer for all.
  raw.removeHeader('transfer-encoding')
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
  const write = (bytes: Buffer): void => {
    if (closed || raw.destroyed || raw.writableEnded) return
    const { socket } = raw
    // Past what an answer does before each of its writes, unless something of the answer still waits for its turn.
    if (socket !== null && socket.writableLength === raw.writableLength) socket.write(bytes)
    else raw.write(bytes)
    if (raw.writableLength > MOST_BUFFERED) raw.destroy()
  }
  return {
    send: (event) => write(Buffer.from(eventText(event))),
    write,
    beat: () => write(BEAT),
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
