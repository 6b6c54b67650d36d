import { EVENTS, EVENTS_PATH, type EventName, type LiveEvent } from './events.ts'

const isName = (name: string): name is EventName => Object.hasOwn(EVENTS, name)

/** One block of a text/event-stream; null for a comment, an unknown event and data that is not the contract's. */
export const parseEvent = (block: string): LiveEvent | null => {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '')
  }
  const { event = '', id = null, data = 'null' } = fields
  if (!isName(event)) return null
  try {
    return { id, name: event, data: EVENTS[event].parse(JSON.parse(data)) } as LiveEvent
  } catch {
    return null
  }
}

/**
 * Reads one live stream until it ends. Fetched rather than opened as an EventSource, which could carry the token only
 * in its URL. Resolves with the HTTP status: 200 when a stream was read to its end, anything else when there was none.
 * Rejects when the connection is lost or the signal aborts.
 */
export const readEvents = async (stream: {
  base_url: string
  headers: Record<string, string>
  /** The id of the last event that was heard. */
  last_id: string | null
  signal: AbortSignal
  onEvent: (event: LiveEvent) => void
}): Promise<number> => {
  const { last_id, signal } = stream
  const answer = await fetch(stream.base_url + EVENTS_PATH, {
    headers: {
      ...stream.headers,
      Accept: 'text/event-stream',
      ...(last_id === null ? {} : { 'Last-Event-ID': last_id }),
    },
    signal,
    cache: 'no-store',
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (answer.status !== 200 || answer.body === null || !isStream) {
    await answer.body?.cancel()
    return answer.status === 200 ? 404 : answer.status
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return 200
    text += value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = parseEvent(text.slice(0, end))
      text = text.slice(end + 2)
      if (event !== null) stream.onEvent(event)
    }
  }
}
