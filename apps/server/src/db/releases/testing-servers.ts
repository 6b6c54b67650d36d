import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeCall } from '@podmoga/contract/client'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { signIn } from '@podmoga/contract/session'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { fetchTransport } from '@podmoga/contract/transports'
import type { Connection } from '@podmoga/sql/connection'
import { newKey, PASSWORD } from '../../testing.ts'

export interface Running {
  /** Its URL; null if it exited before it was ready. */
  at: string | null
  output: () => string
  stop: () => Promise<void>
}

/** Starts a server process from the tree at `root`; resolves when it is ready or has exited. */
export const startServer = async (
  root: string,
  { connection, dataDir }: { connection: Connection; dataDir: string },
): Promise<Running> => {
  const { username, port, path = '', database } = connection
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${username}@localhost:${port}/${database}?host=${encodeURIComponent(dirname(path))}`,
      PORT: '0',
      HOST: '127.0.0.1',
      SEED: 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const exited = once(child, 'close')
  const greeted = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk
        const found = / работает: http:\/\/localhost:(\d+)/.exec(text)
        if (found !== null) resolve(`http://127.0.0.1:${found[1]}`)
      })
  })
  return {
    at: await Promise.race([greeted, exited.then(() => null)]),
    output: () => text,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}

/** Simulated users who write continuously, each to an assigned server. */
export interface Writers {
  /** Texts acknowledged by a server; errors of the other requests. */
  acknowledged: string[]
  failed: string[]
  /** Assigns the writers selected by `whom` to a server; resolves when none of them still waits for another one. */
  assign: (at: string, whom?: (writer: number) => boolean) => Promise<void>
  /** Resolves when this many more texts have been acknowledged. */
  more: (count: number) => Promise<void>
  stop: () => Promise<void>
}

const NOBODY: Person = { login: '', business_id: '', restaurant_id: null }

/** A writer, signed in at the first server; its token is valid on every server with the same keys. */
const makeWriter = async (login: string, restaurant_id: string | null, address: () => string) => {
  let token = ''
  const call = makeCall({
    base_url: '/api/',
    transport: (request) => fetchTransport({ ...request, url: `${address()}${request.url}` }),
    headers: () => ({
      'accept-language': 'ru',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(restaurant_id === null ? {} : { authrestaurantid: restaurant_id }),
    }),
  })
  token = (await call(signIn, { body: { login, password: PASSWORD } })).access_token
  return call
}

/** A writer: staff of a restaurant, or, without one, an agent who replies in the tickets of the business. */
export interface Person {
  login: string
  business_id: string
  restaurant_id: string | null
}

/**
 * Pause between two texts. With a shorter one the twelve writers keep a small machine so busy that starts take several times as
 * long.
 */
const THOUGHT_MS = 150

export const startWriters = async (people: readonly Person[], first: string): Promise<Writers> => {
  const acknowledged: string[] = []
  const failed: string[] = []
  const tickets = new Map<string, string[]>()
  const assigned = people.map(() => first)
  let stopping = false
  const write = async (writer: number): Promise<() => Promise<void>> => {
    const { login, restaurant_id, business_id } = people[writer] ?? NOBODY
    const ours = tickets.get(business_id) ?? []
    tickets.set(business_id, ours)
    const call = await makeWriter(login, restaurant_id, () => assigned[writer] ?? first)
    const inTicket = restaurant_id === null ? sendDeskReply : sendReply
    let count = 0
    let mine = ''
    return async () => {
      const text = `${login} ${count++}`
      const how = { idempotency_key: newKey() }
      const ticketId = restaurant_id === null ? ours.at(-1 - (count % 5)) : mine
      if (ticketId === undefined) return
      if (ticketId === '' || count % 3 === 0) {
        if (restaurant_id === null) return
        const form = { category: 'other' as const, initial_message: text }
        mine = String((await call(createTicket, { form }, how)).id)
        ours.push(mine)
      } else await call(inTicket, { params: { ticketId }, form: { text } }, how)
      acknowledged.push(text)
    }
  }
  const rounds = people.map(() => 0)
  const listeners = new Set<() => void>()
  const until = (fact: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!fact()) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      look()
    })
  const writing = (await Promise.all(people.map((_, writer) => write(writer)))).map(async (one, writer) => {
    while (!stopping) {
      await one().catch((error: unknown) => failed.push(`${assigned[writer]}: ${String(error)}`))
      rounds[writer] = (rounds[writer] ?? 0) + 1
      for (const look of listeners) look()
      await pause(THOUGHT_MS)
    }
  })
  return {
    acknowledged,
    failed,
    assign: async (at, whom = () => true) => {
      const picked = people.map((_, writer) => writer).filter(whom)
      for (const writer of picked) assigned[writer] = at
      const before = [...rounds]
      await until(() => picked.every((writer) => (rounds[writer] ?? 0) > (before[writer] ?? 0)))
    },
    more: (count) => {
      const goal = acknowledged.length + count
      return until(() => acknowledged.length >= goal)
    },
    stop: async () => {
      stopping = true
      await Promise.all(writing)
    },
  }
}
