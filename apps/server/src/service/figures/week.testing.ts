import type { Call } from '@podmoga/contract/client'
import type { Figures } from '@podmoga/contract/desk/figures'
import { reopenTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket, rateTicket, sendReply } from '@podmoga/contract/tickets'
import type { TestWorld } from '../../testing.ts'

const MINUTE = 60_000
export const DAY = 24 * 60
/** Support works from nine to six local time each day. */
const [OPENS, CLOSES] = [9 * 60, 18 * 60]
export const TARGET = { first_minutes: 60, next_minutes: 30 }

/** Minutes of support's hours, counted one by one. */
const worked = (from: number, to: number): number => {
  let sum = 0
  for (let at = from; at < to; at += 1) if (at % DAY >= OPENS && at % DAY < CLOSES) sum += 1
  return sum
}

/** Expected facts. `at`: minutes since midnight of the first day. */
export interface Done {
  what: string
  at: number
  minutes: number
  restaurant: string
  agent: string | null
}

export interface Cast {
  world: TestWorld
  /** Staff who write tickets, with their restaurants. */
  cooks: readonly { call: Call; restaurant: string }[]
  agents: readonly { call: Call; id: string }[]
}

const random = (seed: number) => () => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed / 2147483648
}

/** Simulates a week of support through the API. Returns the expected facts. */
export const playWeek = async ({ world, cooks, agents }: Cast, seed: number): Promise<Done[]> => {
  const next = random(seed)
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low))
  const acts: { at: number; run: () => Promise<unknown> }[] = []
  const done: Done[] = []
  const add = (at: number, run: () => Promise<unknown>) => acts.push({ at, run })

  for (let nth = 0; nth < 35; nth += 1) {
    const cook = cooks[between(0, cooks.length)]
    const agent = agents[between(0, agents.length)]
    if (cook === undefined || agent === undefined) throw new Error('nobody is cast')
    const { restaurant } = cook
    const record = (what: string, at: number, by: string | null = null, minutes = 0) =>
      done.push({ what, at, minutes, restaurant, agent: by })
    const judge = (minutes: number, target: number, at: number) =>
      record(minutes < target ? 'kept' : 'missed', at, agent.id)
    const kind = nth % 5
    // No duty runs past the end of a day: the seconds by which the test clock runs on could take a minute off it.
    const midnight = Math.floor(nth / 5) * DAY
    const isLate = nth % 7 === 3
    const asked = midnight + (isLate ? between(18 * 60 + 5, 19 * 60) : between(8 * 60, 13 * 60))
    const answered = (isLate ? midnight + DAY + OPENS : asked) + between(3, 150)
    let id = ''
    const params = () => ({ ticketId: id })
    const answer = (close: 'true' | 'false') => () =>
      agent.call(sendDeskReply, { params: params(), form: { text: 'Ответ', close }, files: [] })

    add(asked, async () => {
      const form = { category: 'other', initial_message: `Вопрос ${nth}` } as const
      id = String((await cook.call(createTicket, { form, files: [] })).id)
    })
    record('opened', asked)
    if (kind === 2) continue
    const first = worked(asked, answered)
    const isClosed = kind === 0 || kind === 4
    add(answered, answer(isClosed ? 'true' : 'false'))
    record('answer', answered, agent.id)
    record('first', answered, agent.id, first)
    judge(first, TARGET.first_minutes, answered)
    if (kind === 0) {
      record('solved', answered, agent.id, first)
      const rated = answered + between(2, 40)
      add(rated, () => cook.call(rateTicket, { params: params(), body: { score: 'good' } }))
      record('good', rated, agent.id)
    }
    if (kind === 1) {
      const again = answered + between(5, 60)
      const closed = again + between(3, 90)
      add(again, () => cook.call(sendReply, { params: params(), form: { text: 'А ещё' }, files: [] }))
      add(closed, answer('true'))
      record('answer', closed, agent.id)
      judge(worked(again, closed), TARGET.next_minutes, closed)
      record('solved', closed, agent.id, first + worked(again, closed))
      const body = { score: 'bad', word: `Долго ${nth}` } as const
      add(closed + 7, () => cook.call(rateTicket, { params: params(), body }))
      record('bad', closed + 7, agent.id)
    }
    if (kind === 4) {
      add(answered + 20, () => agent.call(reopenTicket, { params: params() }))
      record('reopened', answered + 20)
    }
  }
  let at = 0
  for (const act of acts.toSorted((one, other) => one.at - other.at)) {
    world.clock.move((act.at - at) * MINUTE)
    at = act.at
    await act.run()
  }
  world.clock.move((8 * DAY - at) * MINUTE)
  return done
}

/** Returns a quantile: the least number that at least this part does not exceed. */
const part = (sorted: readonly number[], of: number): number | null =>
  sorted[Math.ceil(sorted.length * of) - 1] ?? null

/** Computes the expected figures directly from the facts. */
export const byHand = (done: readonly Done[]): Figures => {
  const n = (what: string) => done.filter((one) => one.what === what).length
  const measured = (what: string) => {
    const sorted = done
      .filter((one) => one.what === what)
      .map(({ minutes }) => minutes)
      .toSorted((one, other) => one - other)
    return { count: sorted.length, median: part(sorted, 0.5), p90: part(sorted, 0.9) }
  }
  return {
    opened: n('opened'),
    first: measured('first'),
    solved: measured('solved'),
    kept: n('kept'),
    missed: n('missed'),
    reopened: n('reopened'),
    good: n('good'),
    bad: n('bad'),
    answers: n('answer'),
    looked: n('looked'),
    deflected: n('deflected'),
  }
}
