import type { FastifyReply } from 'fastify'

export interface SentEvent {
  name: string
  data: unknown
  id?: string
}

/** The wire format of an event. */
export const eventText = ({ name, data, id }: SentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** An open text/event-stream. Its methods never throw: writes to an ended stream are dropped. */
export interface EventStream {
  send: (event: SentEvent) => void
  /** Writes events serialized with {@link eventText}: one buffer can be shared by many streams. */
  write: (events: Buffer) => void
  /** A comment line: keeps proxies from closing a quiet stream. */
  beat: () => void
  /** Ends the stream after what was sent so far. A reader that does not read it is disconnected after a timeout. */
  close: () => void
  readonly closed: boolean
  /** The listener is called once, when nothing more can be sent: after {@link close}, or when the connection is lost. */
  onClose: (listener: () => void) => void
}

// A reader this far behind is not reading: it is disconnected and reconnects with Last-Event-ID.
const MAX_BUFFERED = 1024 * 1024
/** Time a reader has to read the end of its stream. */
const END_TIMEOUT_MS = 2000

const BEAT = Buffer.from(': \n\n')

/** Hijacks the reply and opens a stream on it, with the headers set so far. */
export const openEventStream = (reply: FastifyReply): EventStream => {
  reply.hijack()
  const { raw } = reply
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  // No chunked encoding: the stream ends with its connection, so the same buffer can be written to thousands of streams.
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
    // Writes to the socket directly, skipping ServerResponse's work per write, unless the response has buffered data that
    // goes first.
    if (socket !== null && socket.writableLength === raw.writableLength) socket.write(bytes)
    else raw.write(bytes)
    if (raw.writableLength > MAX_BUFFERED) raw.destroy()
  }
  return {
    send: (event) => write(Buffer.from(eventText(event))),
    write,
    beat: () => write(BEAT),
    close: () => {
      noteClosed()
      if (raw.destroyed || raw.writableEnded) return
      raw.end()
      const cut = setTimeout(() => raw.destroy(), END_TIMEOUT_MS).unref()
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
