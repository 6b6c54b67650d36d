import { join } from 'node:path'
import type { Call } from '@podmoga/contract/client'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { draw } from '../demo/tickets/draw.ts'
import { examine } from '../doctor/examine.ts'
import { diskFiles } from '../ports/disk-files.ts'
import { addPerson, seedWalls } from '../session/session.testing.ts'
import { openWorld, type TestWorld } from '../testing.ts'

export interface TicketActor {
  call: Call
  /** A custom request with this actor's headers. */
  raw: (options: InjectOptions) => Promise<LightMyRequestResponse>
}

const NAMES = ['A', 'B', 'C', 'D', 'agent', 'agent2'] as const

/**
 * A world with the people of the security catalogue signed in: A in R11 (`A12` in R12), B in R11, C in R12, D in
 * R21 of the other business, and the agents of both.
 */
export const openTicketWorld = async (env: Record<string, string> = {}) => {
  const world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '31536000', ...env })
  const refusals = recordRefusals(world)
  const walls = await seedWalls(world.sql)
  const tokens = new Map<string, string>()
  for (const name of NAMES) tokens.set(name, await world.signIn(walls[name].login))
  const actor = (name: (typeof NAMES)[number], restaurant_id?: string): TicketActor => {
    const token = tokens.get(name) ?? ''
    const headers = {
      authorization: `Bearer ${token}`,
      ...(restaurant_id === undefined ? {} : { authrestaurantid: restaurant_id }),
    }
    return {
      call: world.as({ token, ...(restaurant_id === undefined ? {} : { restaurant_id }) }),
      raw: (options) => world.app.inject({ ...options, headers: { ...headers, ...options.headers } }),
    }
  }
  return {
    world,
    walls,
    refusals,
    A: actor('A', walls.r11),
    A12: actor('A', walls.r12),
    B: actor('B', walls.r11),
    C: actor('C', walls.r12),
    D: actor('D', walls.r21),
    agent: actor('agent'),
    agent2: actor('agent2'),
  }
}

/** The same for one test file: opened before its first test, closed after its last one. */
export const useTicketWorld = (env: Record<string, string> = {}) => {
  const t = {} as Awaited<ReturnType<typeof openTicketWorld>>
  beforeAll(async () => {
    // A test file may make any number of requests a minute.
    Object.assign(t, await openTicketWorld({ REQUESTS_PER_MINUTE: '1000000', ...env }))
  })
  afterAll(() => t.world.close())
  return t
}

/** Another agent of the first business, Мадина, signed in. */
export const addColleague = async ({ world, walls }: Awaited<ReturnType<typeof openTicketWorld>>) => {
  const { n1 } = walls.businesses
  const { id, login } = await addPerson(world.sql, {
    business_id: n1,
    email: 'madina@walls.test',
    first_name: 'Мадина',
    desk: [{ role: 'agent', business_id: n1 }],
  })
  const token = await world.signIn(login)
  return { id, token, call: world.as({ token }) }
}

/** A world that listens, with a colleague of the agent, for one test file. */
export const useTwoAgents = (env: Record<string, string> = {}) => {
  const t = useTicketWorld(env)
  const two = {} as { base: string; colleague: Awaited<ReturnType<typeof addColleague>> }
  beforeAll(async () => {
    Object.assign(two, { base: await t.world.listen(), colleague: await addColleague(t) })
  })
  return { t, two }
}

const recordRefusals = (world: TestWorld): LightMyRequestResponse[] => {
  const refusals: LightMyRequestResponse[] = []
  const inject = world.app.inject.bind(world.app) as (
    options: InjectOptions,
  ) => Promise<LightMyRequestResponse>
  const recording = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const answer = await inject(options)
    if (answer.statusCode !== 200) refusals.push(answer)
    return answer
  }
  world.app.inject = recording as typeof world.app.inject
  return refusals
}

export const writeTicket = (
  actor: TicketActor,
  text = 'Касса не печатает чек',
  files: readonly File[] = [],
): Promise<{ id: string; number: number }> =>
  actor
    .call(createTicket, { form: { category: 'technical_issue', topic: 'pos', initial_message: text }, files })
    .then(({ id, number }) => ({ id: String(id), number: Number(number) }))

export const reply = (actor: TicketActor, ticketId: string, text: string, files: readonly File[] = []) =>
  actor.call(sendReply, { params: { ticketId }, form: { text }, files })

export const answer = (
  agent: TicketActor,
  ticketId: string,
  text: string,
  more: { close?: 'true' | 'false'; files?: readonly File[] } = {},
) =>
  agent.call(sendDeskReply, {
    params: { ticketId },
    form: { text, ...(more.close === undefined ? {} : { close: more.close }) },
    files: more.files ?? [],
  })

/** A real picture under any name. */
export const picture = async (name = 'Чек гостя.png'): Promise<File> => {
  const { bytes, content_type } = await draw('receipt')
  return new File([new Uint8Array(bytes)], name, { type: content_type })
}

export const sheet = async (name = 'Счёт №5 — копия.pdf'): Promise<File> => {
  const { bytes, content_type } = await draw('sheet')
  return new File([new Uint8Array(bytes)], name, { type: content_type })
}

/** A multipart body written part by part, so that it can be wrong. */
export const multipart = (parts: readonly { name: string; value: string | Buffer; extra?: string }[]) => {
  const boundary = 'x-test-boundary'
  const payload = Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"${part.extra ?? ''}\r\n\r\n`,
      ),
      Buffer.from(part.value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Counts of rows that a refused request must not add. */
export const countKept = async (world: TestWorld) => {
  const [row] = await world.sql<{ tickets: number; messages: number; attachments: number; stored: number }[]>`
    select (select count(*)::int from tickets) as tickets, (select count(*)::int from messages) as messages,
      (select count(*)::int from attachments) as attachments, (select count(*)::int from stored_files) as stored`
  return row
}

/** Expects the doctor to find nothing wrong with the rows and the files. */
export const expectSound = async (world: TestWorld): Promise<void> => {
  const files = await diskFiles(join(world.config.DATA_DIR, 'files'))
  const { findings } = await examine(world.sql, files, { now: world.clock.now(), deep: false })
  expect(findings).toEqual([])
}
