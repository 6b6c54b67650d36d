import { setTimeout as pause } from 'node:timers/promises'
import { DESK_EVENTS, DESK_EVENTS_PATH } from '@podmoga/contract/desk/events'

/** Keeps an agent's desk stream open; it is cut now and then and resumes from its last event. */
export const listenAsAgent = (
  origin: string,
  headers: Record<string, string>,
  received: Map<string, number>,
) => {
  let ended = false
  let last: string | undefined
  let cuts = 0
  let line = new AbortController()

  const handleBlock = (block: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    last = field('id') ?? last
    const [name, data] = [field('event'), JSON.parse(field('data') ?? 'null') as unknown]
    const now = performance.now()
    const first = (key: string) => received.has(key) || received.set(key, now)
    if (name === 'message') {
      const { message } = DESK_EVENTS.message.parse(data)
      if (message.from_support !== true) first(message.id)
    }
    if (name === 'note') first(`note ${DESK_EVENTS.note.parse(data).note.note_id}`)
  }

  const follow = async () => {
    while (!ended) {
      line = new AbortController()
      const timer = setTimeout(
        () => {
          cuts += 1
          line.abort()
        },
        20_000 + Math.random() * 60_000,
      )
      try {
        const answer = await fetch(`${origin}/api/${DESK_EVENTS_PATH}`, {
          headers: { ...headers, ...(last === undefined ? {} : { 'last-event-id': last }) },
          signal: line.signal,
        })
        let text = ''
        for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          text += chunk
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            handleBlock(text.slice(0, end))
            text = text.slice(end + 2)
          }
        }
      } catch (error) {
        if (!line.signal.aborted) throw error
      } finally {
        clearTimeout(timer)
      }
      await pause(Math.random() * 3000)
    }
  }
  const done = follow()
  return {
    cuts: () => cuts,
    end: () => {
      ended = true
      line.abort()
      return done
    },
  }
}
