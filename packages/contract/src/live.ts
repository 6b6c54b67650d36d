import type { z } from 'zod'
import { EVENTS, EVENTS_PATH } from './events.ts'

/** The schemas of a stream's event data, by event name. */
export type EventKinds = Readonly<Record<string, z.ZodType>>

/** A received event of a stream: its id, to send back as `Last-Event-ID`, and its parsed data. */
export type EventOf<K extends EventKinds> = {
  [N in keyof K & string]: { id: string | null; name: N; data: z.output<K[N]> }
}[keyof K & string]

/** A stream of the contract: its path relative to the base URL, and its events. */
export interface Stream<K extends EventKinds> {
  path: string
  kinds: K
}

/** The events of one restaurant. */
export const STAFF_STREAM: Stream<typeof EVENTS> = { path: EVENTS_PATH, kinds: EVENTS }

/** Parses one block of a text/event-stream; null for a comment, an unknown event or data that does not match the contract. */
export const parseEvent = <K extends EventKinds>(kinds: K, block: string): EventOf<K> | null => {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '')
  }
  const { event = '', id = null, data = 'null' } = fields
  const kind = Object.hasOwn(kinds, event) ? kinds[event] : undefined
  if (kind === undefined) return null
  try {
    return { id, name: event, data: kind.parse(JSON.parse(data)) } as EventOf<K>
  } catch {
    return null
  }
}

/**
 * Reads one live stream until it ends. Uses fetch, because an EventSource could send the token only in its URL.
 * Resolves with the HTTP status: 200 if a stream was read to its end, any other if there was no stream.
 * Rejects if the connection is lost or silent, or the signal is aborted.
 */
export const readEvents = async <K extends EventKinds>(stream: {
  of: Stream<K>
  base_url: string
  headers: Record<string, string>
  /** The id of the last received event. */
  last_id: string | null
  signal: AbortSignal
  /** How long the stream may send nothing, not even a comment, before it counts as lost. */
  silence_ms: number
  onEvent: (event: EventOf<K>) => void
}): Promise<number> => {
  const { last_id, silence_ms } = stream
  const over = new AbortController()
  const giveUp = () => over.abort()
  /** Aborts the stream if the promise takes too long. */
  const soon = <T>(answer: Promise<T>): Promise<T> => {
    const timer = setTimeout(giveUp, silence_ms)
    return answer.finally(() => clearTimeout(timer))
  }
  stream.signal.addEventListener('abort', giveUp)
  if (stream.signal.aborted) giveUp()
  try {
    const answer = await soon(
      fetch(stream.base_url + stream.of.path, {
        headers: {
          ...stream.headers,
          Accept: 'text/event-stream',
          ...(last_id === null ? {} : { 'Last-Event-ID': last_id }),
        },
        signal: over.signal,
        cache: 'no-store',
      }),
    )
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (answer.status !== 200 || answer.body === null || !isStream) {
      await answer.body?.cancel()
      return answer.status === 200 ? 404 : answer.status
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { value, done } = await soon(reader.read())
      if (done) return 200
      text += value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parseEvent(stream.of.kinds, text.slice(0, end))
        text = text.slice(end + 2)
        if (event !== null) stream.onEvent(event)
      }
    }
  } finally {
    stream.signal.removeEventListener('abort', giveUp)
  }
}
