import { ENDPOINTS } from '@podmoga/contract/all'
import { addCanned, addCannedFiles, listCanned } from '@podmoga/contract/desk/canned'
import { DESK_EVENTS } from '@podmoga/contract/desk/events'
import { addNote, listNotes } from '@podmoga/contract/desk/notes'
import {
  followUp,
  getRelations,
  linkTicket,
  mergeTicket,
  splitTicket,
} from '@podmoga/contract/desk/relations'
import { closeTicket, getDeskTicket, listDeskMessages, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { addSavedView, listSavedViews } from '@podmoga/contract/desk/views'
import { editTicket, takeNext } from '@podmoga/contract/desk/work'
import type { CallInput } from '@podmoga/contract/endpoint'
import { TAGS_MAX } from '@podmoga/contract/fields/limits'
import { Refusal } from '@podmoga/contract/refusals'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../http/testing-refusals.ts'
import { addSubcategory } from '../knowledge/knowledge.testing.ts'
import { newKey } from '../testing.ts'
import { ACTS, type Scene, type State } from './tickets.testing.acts.ts'
import { openStream } from './tickets.testing.stream.ts'
import {
  addColleague,
  answer,
  expectSound,
  picture,
  reply,
  useTicketWorld,
  writeTicket,
} from './tickets.testing.ts'

const t = useTicketWorld()

const texts = async (ticketId: string): Promise<string[]> =>
  (
    await t.agent.call(listDeskMessages, { params: { ticketId }, query: { page_size: '100' } })
  ).results.flatMap((day) => day.results.map(({ text }) => text))
const lastMessage = async (ticketId: string): Promise<string> => {
  const [row] = await t.world.sql<
    { id: string }[]
  >`select max(id) as id from messages where ticket_id = ${ticketId}`
  return row?.id ?? ''
}

/** Inserts a pair of tickets per scene directly into the database, each with its own topic. */
const stage = async (count: number): Promise<Scene[]> => {
  const { sql, clock } = t.world
  const rows = await sql<{ kind: string; n: number; id: string; last: string }[]>`
    with scene as (select n from generate_series(1, ${count}::int) n),
    made as (
      insert into tickets (restaurant_id, business_id, number, author_id, category, topic, message_count, last_message,
        last_message_at, waiting_since)
      select ${t.walls.r11}, ${t.walls.businesses.n1}, 9999 + n * 3 + place, ${t.walls.A.id}, 'technical_issue',
        case when kind = 'ticket' then 'scene_' || n end, said, 'Сообщение ' || said, ${clock.now()}, ${clock.now()}
      from scene, (values ('beside', 0, 1), ('twin', 1, 1), ('ticket', 2, 2)) each (kind, place, said)
      order by place, n
      returning id, number, message_count, author_id
    ),
    spoken as (
      insert into messages (ticket_id, position, author_id, from_support, text, created_at)
      select id, said, author_id, false, 'Сообщение ' || said, ${clock.now()}
      from made, generate_series(1, message_count) said order by number % 3, id, said
      returning id, ticket_id
    ),
    counted as (update businesses set last_ticket_number = (select max(number) from made)
      where id = ${t.walls.businesses.n1})
    select (array['beside', 'twin', 'ticket'])[number % 3 + 1] as kind, (number - 9999) / 3 as n, made.id,
      max(spoken.id) as last
    from made join spoken on ticket_id = made.id group by made.id, number order by n`
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const [besides, twins] = [of('beside'), of('twin')]
  const until = new Date(clock.now().getTime() + 3_600_000).toISOString()
  return of('ticket').map(({ n, id, last }, place) => ({
    ticket: id,
    beside: besides[place]?.id ?? '',
    twin: twins[place]?.id ?? '',
    message: last,
    seen: last,
    topic: `scene_${n}`,
    until,
  }))
}

describe('C two agents on one ticket, every pair of acts', () => {
  const names = Object.keys(ACTS)
  const SPEAK: readonly string[] = [sendDeskReply, addNote, followUp].map(({ name }) => name)
  const actOf = (name: string) => ACTS[name] as NonNullable<(typeof ACTS)[string]>
  const IN_TURN = names.flatMap((one) => names.map((two) => ({ one, two })))
  const TOGETHER = names.flatMap((one, at) => names.slice(at).map((two) => ({ one, two })))
  const stateOf = (needs: readonly unknown[]): State => ({
    isClosed: needs.includes('closed'),
    isBesideClosed: false,
    joined: null,
    assignee: null,
    hasTwin: needs.includes('twin'),
    hasTag: false,
    isSplit: false,
    isSnoozed: false,
    isAnswered: needs.includes('closed'),
    wrote: [],
  })

  test('every call that changes a ticket is among them', () => {
    // Opening a ticket for a caller changes no existing one.
    const changing = ENDPOINTS.filter(
      ({ auth, method, path }) => auth === 'agent' && method === 'POST' && /^desk\/tickets\/./.test(path),
    )
    expect([...new Set(Object.values(ACTS).map(({ of }) => of.name))].toSorted()).toEqual(
      changing.map(({ name }) => name).toSorted(),
    )
  })

  const acknowledged: string[] = []
  const stageOf = {} as { colleague: Awaited<ReturnType<typeof addColleague>>; scenes: Scene[] }
  beforeAll(async () => {
    await addSubcategory(t.world, t.walls.businesses.n1)
    const scenes = await stage(IN_TURN.length + TOGETHER.length)
    Object.assign(stageOf, { colleague: await addColleague(t), scenes })
  })

  test.for([
    [
      'one after the other, the second is done or refused with the reason; nothing is lost or inconsistent',
      false,
    ],
    ['at once is as one after the other; nothing is lost or askew', true],
  ] as const)('%s', async ([, isTogether]) => {
    const { colleague } = stageOf
    const scenes = isTogether ? TOGETHER : IN_TURN
    const agents = {
      one: { call: t.agent.call, who: 'one' },
      two: { call: colleague.call, who: 'two' },
    } as const
    const ids = { one: t.walls.agent.id, two: colleague.id }

    /** The outcome of an act: `ok`, a fate or a refusal's code. */
    const outcomeOf = async (name: string, who: 'one' | 'two', scene: Scene) => {
      const word = `${who}: ${name}, тикет ${scene.ticket}`
      // A 503 changed nothing: a slow machine answers so when the pool is exhausted, and clients retry.
      for (let attempt = 0; ; attempt += 1) {
        try {
          const made = await actOf(name).run(scene, { ...agents[who], ids, word })
          if (SPEAK.includes(actOf(name).of.name)) acknowledged.push(word)
          return typeof made === 'string' && made !== 'done' ? made : 'ok'
        } catch (error) {
          expect(error, name).toBeInstanceOf(Refusal)
          const { code } = error as Refusal
          if (code !== 'unavailable' || attempt === 10) return code
        }
      }
    }
    const wrong: string[] = []
    const play = async ({ one, two }: (typeof scenes)[number], staged: Scene) => {
      const needs = [actOf(one).needs, actOf(two).needs]
      const { ticket, beside, twin } = staged
      const here = { params: { ticketId: ticket } }
      const scene = { ...staged }
      if (needs.includes('closed')) scene.seen = (await answer(t.agent, ticket, 'Отвечено')).id
      if (needs.includes('twin'))
        await t.agent.call(mergeTicket, { params: { ticketId: twin }, body: { into: ticket } })
      if (needs.includes('link')) await t.agent.call(linkTicket, { ...here, body: { to: beside } })
      if (needs.includes('closed')) await t.agent.call(closeTicket, here)

      const forward = stateOf(needs)
      const expected = [actOf(one).expect(forward, 'one'), actOf(two).expect(forward, 'two')]
      if (!isTogether) {
        const came = [await outcomeOf(one, 'one', scene), await outcomeOf(two, 'two', scene)]
        if (came.join() !== expected.join()) wrong.push(`${one}, then ${two}: ${came}, not ${expected}`)
        return
      }
      const backward = stateOf(needs)
      const second = actOf(two).expect(backward, 'two')
      const other = [actOf(one).expect(backward, 'one'), second]
      const came = await Promise.all([outcomeOf(one, 'one', scene), outcomeOf(two, 'two', scene)])
      // `next` skips a ticket that a colleague has locked.
      const fits = (way: string[]) =>
        came.every((it, at) => it === way[at] || ([one, two][at] === 'next' && it === 'null'))
      if (!fits(expected) && !fits(other))
        wrong.push(`${one} with ${two}: ${came}, neither ${expected} nor ${other}`)
    }
    const staged = stageOf.scenes.splice(0, scenes.length)
    // Two requests each: with more at once a slow machine exhausts the pool, and the setup of a pair gets a 503.
    const left = scenes.map((scene, at) => ({ scene, at }))
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift())
          await play(next.scene, staged[next.at] as Scene)
      }),
    )
    expect(wrong).toEqual([])
    // Acknowledged writes exist once, refused ones do not.
    const kept = await t.world.sql<{ text: string }[]>`
      select text from messages where text like '%, тикет %' union all select text from notes`
    expect(kept.map(({ text }) => text).toSorted()).toEqual(acknowledged.toSorted())
    await expectSound(t.world)
  })
})

test('I01 I02 I05 what an agent makes is made once, however often and over whichever connection it is sent', async () => {
  const { id: ticketId } = await writeTicket(t.A, 'Дважды')
  await reply(t.A, ticketId, 'Вынести')
  const message = await lastMessage(ticketId)
  const { id: closed } = await writeTicket(t.A, 'Закрытый')
  await answer(t.agent, closed, 'Готово', { close: 'true' })
  const file = await picture()
  const thrice = async <T>(make: (key: { idempotency_key: string }) => Promise<T>): Promise<T> => {
    const key = { idempotency_key: newKey() }
    const [one, two] = await Promise.all([make(key), make(key)])
    expect(two).toEqual(one)
    // Later, as in a retry after a lost response.
    expect(await make(key)).toEqual(one)
    return one
  }
  const params = { params: { ticketId } }
  await thrice((key) =>
    t.agent.call(sendDeskReply, { ...params, form: { text: 'Один раз' }, files: [file] }, key),
  )
  await thrice((key) => t.agent.call(addNote, { ...params, form: { text: 'Одна' }, files: [file] }, key))
  await thrice((key) => t.agent.call(splitTicket, { ...params, body: { message } }, key))
  const next = { params: { ticketId: closed } }
  await thrice((key) => t.agent.call(followUp, { ...next, body: { text: 'Как дела?' } }, key))
  expect(await texts(ticketId)).toEqual(['Дважды', 'Один раз'])
  expect((await t.agent.call(listNotes, params)).results).toHaveLength(1)
  expect((await t.agent.call(getRelations, params)).linked).toHaveLength(1)
  expect((await t.agent.call(getRelations, next)).linked).toHaveLength(1)

  const text = 'Здравствуйте!'
  const canned = await thrice((key) => t.agent.call(addCanned, { body: { title: 'Привет', text } }, key))
  const where = { params: { cannedId: canned.id }, files: [file] }
  expect((await thrice((key) => t.agent.call(addCannedFiles, where, key))).files).toHaveLength(1)
  expect((await t.agent.call(listCanned, {})).results.filter(({ title }) => title === 'Привет')).toHaveLength(
    1,
  )
  const view = { name: 'Моё', filters: { tab: 'open' } } as const
  await thrice((key) => t.agent.call(addSavedView, { body: view }, key))
  expect((await t.agent.call(listSavedViews, {})).results.filter(({ name }) => name === 'Моё')).toHaveLength(
    1,
  )
  const taken = await thrice((key) => t.agent.call(takeNext, { body: {} }, key))
  await expectSound(t.world)
  expect(taken).not.toEqual(await t.agent.call(takeNext, { body: {} }))
})

test('C11 two agents change the tags of one ticket from stale pages: what each added and took away stays so', async () => {
  const { id } = await writeTicket(t.A)
  const edit = (body: CallInput<typeof editTicket>['body']) =>
    t.agent.call(editTicket, { params: { ticketId: id }, body })
  const tags = async () => (await t.agent.call(getDeskTicket, { params: { ticketId: id } })).tags
  await edit({ tags: ['касса', 'терминал'] })
  const tags_were = ['касса', 'терминал']
  await edit({ tags: ['касса', 'терминал', 'возврат'], tags_were })
  await edit({ tags: ['vip', 'Касса'], tags_were })
  expect(await tags()).toEqual(['касса', 'возврат', 'vip'])
  await edit({ tags: ['касса'] })
  expect(await tags()).toEqual(['касса'])
  const many = Array.from({ length: TAGS_MAX }, (_, at) => `метка ${at}`)
  const refused = await refusalOf(edit({ tags: many, tags_were: [] }))
  expect(refused).toMatchObject({ code: 'invalid', fields: { tags: expect.any(String) } })
})

test('T03 the stream of the desk ends with its reason when the token runs out', async () => {
  const token = await t.world.signIn(t.walls.agent.login)
  const base = await t.world.listen()
  const stream = await openStream({ url: `${base}/api/desk/events/`, kinds: DESK_EVENTS, token })
  await stream.next('counts')
  t.world.clock.move(400 * 24 * 3600 * 1000)
  expect((await stream.rest()).at(-1)).toMatchObject({ name: 'end', data: { reason: 'token_expired' } })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
