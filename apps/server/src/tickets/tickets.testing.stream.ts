import { DESK_EVENTS } from '@podmoga/contract/desk/events'
import { expect, onTestFinished } from 'vitest'
import type { z } from 'zod'

/** An event received from a stream, checked against the contract. */
export interface ReceivedEvent {
  id: string | null
  name: string
  data: Record<string, unknown>
}

const parse = (kinds: Readonly<Record<string, z.ZodType>>, block: string): ReceivedEvent | null => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
  const name = field('event')
  if (name === null) return null
  const data: unknown = JSON.parse(field('data') ?? 'null')
  const kind = kinds[name]
  if (kind === undefined) throw new Error(`the contract has no event ${name}`)
  kind.parse(data)
  return { id: field('id'), name, data: data as Record<string, unknown> }
}

/**
 * Opens a live stream until the test ends; `next(name)` waits for its next event of that name, `rest()` for its end.
 * @param of.last the id of the last event received.
 */
export const openStream = async (of: {
  url: string
  kinds: Readonly<Record<string, z.ZodType>>
  token: string
  headers?: Record<string, string>
  last?: string | undefined
}) => {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const answer = await fetch(of.url, {
    headers: {
      authorization: `Bearer ${of.token}`,
      ...of.headers,
      ...(of.last === undefined ? {} : { 'last-event-id': of.last }),
    },
    signal: abort.signal,
  })
  const received: ReceivedEvent[] = []
  const events = (async function* () {
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parse(of.kinds, text.slice(0, end))
        text = text.slice(end + 2)
        if (event === null) continue
        received.push(event)
        yield event
      }
    }
  })()
  const next = async (
    name: string,
    fits: (data: ReceivedEvent['data']) => boolean = () => true,
  ): Promise<ReceivedEvent> => {
    for (;;) {
      const { value, done } = await events.next()
      if (done === true) throw new Error(`the stream ended before ${name}`)
      if (value.name === name && fits(value.data)) return value
    }
  }
  const rest = async (): Promise<ReceivedEvent[]> => {
    for await (const _ of events);
    return received
  }
  return { answer, received, next, rest, hangUp: () => abort.abort() }
}

/** The same for the desk's stream of a server that listens at `base`. */
export const openDeskStream = (base: string, token: string, last?: string) =>
  openStream({ url: `${base}/api/desk/events/`, kinds: DESK_EVENTS, token, last })

/** Expects headers that keep caches from storing the stream and proxies from buffering it. */
export const expectUnkept = ({ answer }: Awaited<ReturnType<typeof openStream>>): void => {
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
}
