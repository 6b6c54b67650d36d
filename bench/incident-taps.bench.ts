import { setTimeout as pause } from 'node:timers/promises'
import * as desk from '@podmoga/contract/desk/incidents'
import { openWorld, PASSWORD } from '@podmoga/server/testing'
import { addPerson, addRestaurant, seedWalls } from '../apps/server/src/session/session.testing.ts'
import { type Bench, say } from './bench.ts'
import { watchCounts } from './lib/drawn-counts.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

const PEOPLE = 500
const PLACES = 20
const TAPS = PEOPLE * PLACES
const WITHIN_MS = 60_000
/** Every tenth tap is sent again, as if its answer had been lost. */
const AGAIN = 10
const SENDERS = 40
const GOAL_MS = 2000
const LAST_MS = 10_000

type Count = { at: number; count: number }

/** The n-th answered tap is included in the first count that is at least n; Infinity if there is none. */
const lagsOf = (answered: readonly number[], counts: readonly Count[]): number[] =>
  answered.map((at, nth) => (counts.find(({ count }) => count > nth)?.at ?? Number.POSITIVE_INFINITY) - at)

/** Records each count that the desk's stream sends for an incident, with its time, until aborted. */
const listenForCounts = async (
  url: string,
  token: string,
  signal: AbortSignal,
  streamed: Count[],
): Promise<void> => {
  const answer = await fetch(`${url}/api/desk/events/`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  })
  let text = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data === undefined || !/^event: incident$/m.test(block)) continue
      const { count } = JSON.parse(data) as { count: number | null }
      if (count !== null) streamed.push({ at: performance.now(), count })
    }
  }
}

interface Measured {
  took: number
  rows: number
  answered: readonly number[]
  /** Counts on the stream, and on the screen. */
  streamed: readonly Count[]
  drawn: readonly Count[]
}

const reportOf = ({ took, rows, answered, streamed, drawn }: Measured): string => {
  const timesOf = (lags: readonly number[]) => [
    show(median(lags)),
    show(quantile(lags, 0.99)),
    `**${show(Math.max(...lags))}**`,
  ]
  const counted = [
    `${show(TAPS)} (${show(TAPS / AGAIN)})`,
    show(took / 1000, 1),
    `**${show(rows)}**`,
    `**${show(streamed.at(-1)?.count ?? 0)}**`,
    show(streamed.length),
  ]
  return `${table(
    [
      ...['Отметок (повторов)', 'за, с', 'строк', 'последнее число', 'событий'],
      ...['до потока p50, мс', 'p99, мс', 'худшая, мс', 'до экрана p50, мс', 'p99, мс', 'худшая, мс'],
    ],
    [[...counted, ...timesOf(lagsOf(answered, streamed)), ...timesOf(lagsOf(answered, drawn))]],
  )}

${PEOPLE} человек в ${PLACES} ресторанах, ${SENDERS} соединений, каждая ${AGAIN}-я отметка отправлена дважды. Цель: каждая посчитана один раз, на экране стола (Chromium, 1280 × 800, та же машина) за ${GOAL_MS} мс.`
}

/** Sends ten thousand taps «И у нас» within a minute: each must count once; measures the delay to stream and screen. */
export const incidentTaps: Bench = {
  name: 'incident-taps',
  title: 'Десять тысяч «И у нас» за минуту',
  run: async () => {
    const world = await openWorld({
      RATE_LIMITS: 'off',
      ACCESS_TOKEN_SECONDS: '31536000',
      REQUESTS_PER_MINUTE: '1000000',
    })
    const stop = new AbortController()
    try {
      const { sql } = world
      const walls = await seedWalls(sql)
      const business_id = walls.businesses.n1
      const restaurants: string[] = []
      for (let at = 0; at < PLACES; at += 1)
        restaurants.push(await addRestaurant(sql, { business_id, name: `Точка ${at}` }))
      const tokens: string[] = []
      for (let at = 0; at < PEOPLE; at += 1) {
        const email = `tap${at}@walls.test`
        await addPerson(sql, { business_id, email, first_name: 'Т', restaurants })
        tokens.push(await world.signIn(email))
      }
      const url = await world.listen()
      const token = await world.signIn(walls.agent.login)
      const agent = world.as({ token })
      const { id } = await agent(desk.createIncident, {
        body: { title: 'Касса', text: 'Печатайте с планшета' },
      })
      const streamed: Count[] = []
      const stream = listenForCounts(url, token, stop.signal, streamed).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error
      })
      const screen = await watchCounts({
        origin: url,
        who: { login: walls.agent.login, password: PASSWORD },
        path: `/desk/incidents/${id}`,
        pattern: /«И у нас»: (\d+)/,
      })
      const answered: number[] = []
      const tap = async (at: number) => {
        const answer = await fetch(`${url}/api/help_desk/incidents/${id}/me_too/`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${tokens[at % PEOPLE]}`,
            authrestaurantid: restaurants[Math.floor(at / PEOPLE)] ?? '',
            'content-type': 'application/json',
          },
          body: '{}',
        })
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
        await answer.arrayBuffer()
      }
      say(`${PEOPLE} people have signed in`)
      const began = performance.now()
      let next = 0
      const send = async () => {
        for (let at = next++; at < TAPS; at = next++) {
          const wait = began + (at * WITHIN_MS) / TAPS - performance.now()
          if (wait > 0) await pause(wait)
          await tap(at)
          answered.push(performance.now())
          if (at % AGAIN === 0) await tap(at)
        }
      }
      await Promise.all(Array.from({ length: SENDERS }, send))
      const took = performance.now() - began
      while (streamed.at(-1)?.count !== TAPS && performance.now() < began + took + LAST_MS) await pause(50)
      await pause(GOAL_MS)
      const drawn = await screen.end()
      stop.abort()
      await stream
      const [row] = await sql<{ rows: number }[]>`
        select count(*)::int as rows from incident_taps where incident_id = ${id}`
      return reportOf({ took, rows: row?.rows ?? 0, answered, streamed, drawn })
    } finally {
      stop.abort()
      await world.close()
    }
  },
}
