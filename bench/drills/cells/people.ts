import { setTimeout as pause } from 'node:timers/promises'
import { type Call, makeCall, type Transport } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { signIn } from '@podmoga/contract/session'
import { listTickets } from '@podmoga/contract/tickets'
import { fetchTransport } from '@podmoga/contract/transports'
import { encodeTokens, USER_TOKENS } from '@podmoga/contract/user-tokens'
import type { Customer, Ledger } from '../../lib/crash-writers.ts'

const READ_MS = 50
const AGAIN_MS = 300

/** A person with an open page: their client and the headers of their session. */
export interface Somebody {
  customer: Customer
  call: Call
  headers: Record<string, string>
}

/**
 * Signs in at the common address. `cookie`: as a browser, whose session nginx reads itself; otherwise as a program, for
 * which nginx asks the directory each time.
 */
export const openPage = async (url: string, customer: Customer, cookie = true): Promise<Somebody> => {
  const bind = (headers: Record<string, string>) =>
    makeCall({ base_url: `${url}/api/`, transport: again(headers), headers: () => headers })
  const { login, password, restaurant_id } = customer
  const { access_token, business } = await bind({})(signIn, { body: { login, password } })
  const headers = {
    authorization: `Bearer ${access_token}`,
    'accept-language': 'ru',
    authrestaurantid: restaurant_id,
    ...(cookie && { cookie: `${USER_TOKENS}=${encodeTokens({ access_token, business })}` }),
  }
  return { customer, call: bind(headers), headers }
}

const again =
  (headers: Record<string, string>): Transport =>
  (request) =>
    fetchTransport({ ...request, headers: { ...headers, ...request.headers } })

/** Reads one list repeatedly. Returns the number of reads, the refusals and the longest time. */
export const read = async ({ call }: Somebody, stopped: () => boolean) => {
  const seen = { reads: 0, refused: [] as string[], longest: 0 }
  while (!stopped()) {
    const start = performance.now()
    await call(listTickets, { query: { status: 'awaiting_response' } }).then(
      () => {
        seen.reads += 1
      },
      (error: unknown) => seen.refused.push(error instanceof Refusal ? error.code : String(error)),
    )
    seen.longest = Math.max(seen.longest, performance.now() - start)
    await pause(READ_MS)
  }
  return seen
}

const OP = /op:([0-9a-f-]{36})/

/** Listens like an open page of a restaurant. Records the writes that its stream sent, over any number of connections. */
export const listen = ({ headers }: Somebody, url: string) => {
  const received = new Set<string>()
  const line = new AbortController()
  let last: string | undefined
  let connections = 0
  const refused: number[] = []
  const handleBlock = (block: string): void => {
    last = /^id: (.*)$/m.exec(block)?.[1] ?? last
    const id = OP.exec(block)?.[1]
    if (id !== undefined) received.add(id)
  }
  const follow = async (): Promise<void> => {
    while (!line.signal.aborted) {
      try {
        const answer = await fetch(`${url}/api/events/`, {
          headers: { ...headers, ...(last === undefined ? {} : { 'last-event-id': last }) },
          signal: line.signal,
        })
        if (answer.status === 200) connections += 1
        else refused.push(answer.status)
        let text = ''
        for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          text += chunk
          for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
            handleBlock(text.slice(0, at))
            text = text.slice(at + 2)
          }
        }
      } catch {
        // The stream was cut: reconnects, as a page does.
      }
      if (!line.signal.aborted) await pause(AGAIN_MS)
    }
  }
  const done = follow()
  return {
    received,
    refused,
    connections: () => connections,
    end: () => {
      line.abort()
      return done
    },
  }
}

/** Returns the longest time between two acknowledgements of these restaurants, in milliseconds. */
export const longestGap = ({ ops }: Ledger, restaurants: readonly string[]): number => {
  const times = ops
    .filter(({ restaurant_id }) => restaurants.includes(restaurant_id))
    .flatMap(({ acknowledged_at }) => (acknowledged_at === undefined ? [] : [Date.parse(acknowledged_at)]))
    .sort((a, b) => a - b)
  return Math.max(0, ...times.slice(1).map((time, at) => time - (times[at] ?? time)))
}
