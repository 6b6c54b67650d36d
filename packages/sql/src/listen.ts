import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type ConnectSettings, connect, cut } from './connect.ts'
import { type Connection, reconnectAfter } from './connection.ts'

interface Listening {
  channel: string
  onMessage: (payload: string) => void
  onListening: () => void
}

/** How often the connection is checked: a dead line does not report itself. */
const CHECK_MS = 5000
const ANSWER_MS = 3000

/** Runs a query and closes the connection if there is no answer in time: on a dead line a query never ends. */
const ask = async (client: pg.Client, text: string): Promise<void> => {
  const late = setTimeout(() => cut(client), ANSWER_MS)
  try {
    await client.query(text)
  } catch (error) {
    cut(client)
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** Listens on a channel on a separate connection and reconnects whenever it is lost, until `unlisten`. */
export const listen = async (
  to: Connection,
  settings: ConnectSettings,
  { channel, onMessage, onListening }: Listening,
): Promise<{ unlisten: () => Promise<void> }> => {
  const stopped = new AbortController()
  let current: pg.Client | undefined

  const startListening = async (): Promise<pg.Client> => {
    const client = await connect(to, settings)
    client.on('notification', (message) => onMessage(message.payload ?? ''))
    await ask(client, `listen ${pg.escapeIdentifier(channel)}`)
    if (stopped.signal.aborted) cut(client)
    current = client
    onListening()
    return client
  }

  /** Resolves when the connection is lost. */
  const guard = async (client: pg.Client): Promise<void> => {
    const lost = new AbortController()
    client.once('end', () => lost.abort())
    client.once('error', () => lost.abort())
    const over = AbortSignal.any([lost.signal, stopped.signal])
    while (!over.aborted) {
      await pause(CHECK_MS, undefined, { signal: over, ref: false }).catch(() => undefined)
      if (over.aborted) break
      // A replaced primary sends no notifications any more.
      if (settings.timelines?.isBehind(client) === true) break
      await ask(client, 'select 1').catch(() => lost.abort())
    }
    cut(client)
  }

  const keep = async (first: pg.Client): Promise<void> => {
    await guard(first)
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      const client = await startListening().catch(() => undefined)
      if (client !== undefined) {
        attempt = 0
        await guard(client)
      } else
        await pause(reconnectAfter(attempt) * 1000, undefined, {
          signal: stopped.signal,
          ref: false,
        }).catch(() => undefined)
    }
  }

  const keeping = keep(await startListening())
  return {
    unlisten: async () => {
      stopped.abort()
      if (current !== undefined) cut(current)
      await keeping
    },
  }
}
