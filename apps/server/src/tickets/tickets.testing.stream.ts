import { DESK_EVENTS } from '@podmoga/contract/desk/events'
import { onTestFinished } from 'vitest'

/** One event of the desk's stream as it came, held to the contract. */
export interface DeskTold {
  id: string | null
  name: string
  data: Record<string, unknown>
}

const parse = (block: string): DeskTold | null => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
  const name = field('event')
  if (name === null) return null
  const data: unknown = JSON.parse(field('data') ?? 'null')
  DESK_EVENTS[name as keyof typeof DESK_EVENTS].parse(data)
  return { id: field('id'), name, data: data as Record<string, unknown> }
}

/** Opens the desk's stream; `next(name)` waits for its next event of that name, `rest()` for its end. */
export const openDeskStream = async (base: string, token: string, last?: string) => {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const answer = await fetch(`${base}/api/desk/events/`, {
    headers: { authorization: `Bearer ${token}`, ...(last === undefined ? {} : { 'last-event-id': last }) },
    signal: abort.signal,
  })
  const told: DeskTold[] = []
  const news = (async function* () {
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parse(text.slice(0, end))
        text = text.slice(end + 2)
        if (event === null) continue
        told.push(event)
        yield event
      }
    }
  })()
  const next = async (name: string, fits: (data: DeskTold['data']) => boolean = () => true) => {
    for (;;) {
      const { value, done } = await news.next()
      if (done === true) throw new Error(`the stream ended before ${name}`)
      if (value.name === name && fits(value.data)) return value
    }
  }
  const rest = async (): Promise<DeskTold[]> => {
    for await (const _ of news);
    return told
  }
  return { answer, told, next, rest, hangUp: () => abort.abort() }
}
