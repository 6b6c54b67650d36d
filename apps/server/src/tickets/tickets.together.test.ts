import {
  addCanned,
  countCannedUse,
  deleteCanned,
  editCanned,
  listCanned,
} from '@podmoga/contract/desk/canned'
import { closeTicket, listDeskMessages, reopenTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { listLog, tellPresence } from '@podmoga/contract/desk/work'
import { getTicket, rateTicket } from '@podmoga/contract/tickets'
import { describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../http/testing-refusals.ts'
import { openDeskStream } from './tickets.testing.stream.ts'
import { answer, reply, useTwoAgents, writeTicket } from './tickets.testing.ts'

const { t, two } = useTwoAgents()

const be = (ticketId: string, doing: 'looking' | 'answering' | 'gone', by = t.agent.call) =>
  by(tellPresence, { params: { ticketId }, body: { doing } })

describe('two at one ticket', () => {
  test('see each other, and when one leaves or falls silent', async () => {
    const { id } = await writeTicket(t.A)
    const stream = await openDeskStream(two.base, two.colleague.token)
    await stream.next('counts')
    const people = async () => (await stream.next('presence', (data) => data.ticket_id === id)).data.people
    const agent = { id: t.walls.agent.id, name: 'agent' }
    await be(id, 'looking')
    expect(await people()).toEqual([{ ...agent, doing: 'looking' }])
    expect(await be(id, 'looking', two.colleague.call)).toEqual({
      people: [
        { ...agent, doing: 'looking' },
        { id: two.colleague.id, name: 'Мадина', doing: 'looking' },
      ],
    })
    await people()
    await be(id, 'answering')
    expect(await people()).toContainEqual({ ...agent, doing: 'answering' })
    await be(id, 'gone')
    expect(await people()).toEqual([{ id: two.colleague.id, name: 'Мадина', doing: 'looking' }])
    t.world.clock.move(31_000)
    expect(await people()).toEqual([])
    expect(await refusalOf(be(id, 'looking', t.agent2.call))).toMatchObject({ code: 'not_found' })
    expect(await refusalOf(be(id, 'sleeping' as 'gone'))).toMatchObject({ status: 400 })
  })

  test('the restaurant sees that support is writing, nobody else does', async () => {
    const { id } = await writeTicket(t.A)
    const open = async (person: { login: string }, restaurant: string) => {
      const answer = await fetch(`${two.base}/api/events/`, {
        headers: {
          authorization: `Bearer ${await t.world.signIn(person.login)}`,
          authrestaurantid: restaurant,
        },
      })
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      let heard = ''
      return {
        until: async (word: string) => {
          while (!heard.includes(word)) heard += (await reader?.read())?.value ?? ''
          return heard
        },
        hangUp: () => reader?.cancel(),
      }
    }
    const cook = await open(t.walls.A, t.walls.r11)
    const other = await open(t.walls.C, t.walls.r12)
    await be(id, 'looking')
    await be(id, 'answering')
    // Typing events take a separate path: their order relative to stored events is not guaranteed.
    await cook.until('event: typing')
    await writeTicket(t.A12, 'После всего')
    await reply(t.A, id, 'Конец')
    const heard = await cook.until('Конец')
    expect(heard.match(/event: typing/g)).toHaveLength(1)
    expect(heard).toContain(`event: typing\ndata: {"ticket_id":"${id}"}`)
    expect(await other.until('После всего')).not.toContain('typing')
    await cook.hangUp()
    await other.hangUp()
  })

  test('C a reply is stopped once when somebody wrote meanwhile, and goes out when it is sent again', async () => {
    const { id } = await writeTicket(t.A)
    const newest = async () => {
      const { results } = await t.agent.call(listDeskMessages, { params: { ticketId: id } })
      return results.flatMap((day) => day.results).at(-1)?.id ?? ''
    }
    const send = (text: string, seen: string, by = t.agent.call) =>
      by(sendDeskReply, { params: { ticketId: id }, form: { text, seen } })
    const seen = await newest()
    await send('Первый', seen)
    // One's own message does not count.
    await send('Второй', seen)
    const both = await newest()
    const [mine, theirs] = await Promise.allSettled([
      send('Кто быстрее', both),
      send('Тот и ответил', both, two.colleague.call),
    ])
    expect([mine.status, theirs.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const before = await newest()
    await reply(t.A, id, 'Уже не надо')
    expect(await refusalOf(send('Сейчас сделаем', before))).toMatchObject({
      status: 409,
      code: 'unseen_message',
    })
    expect(await send('Сейчас сделаем', await newest())).toMatchObject({ text: 'Сейчас сделаем' })
    for (const nonsense of ['999999999', 'abc']) await send('Номер ни о чём', nonsense)

    const close = (body?: { seen: string }) =>
      two.colleague.call(closeTicket, { params: { ticketId: id }, ...(body && { body }) })
    const known = await newest()
    await reply(t.A, id, 'И ещё вопрос')
    expect(await refusalOf(close({ seen: known }))).toMatchObject({ code: 'unseen_message' })
    expect(await close({ seen: await newest() })).toMatchObject({ status: 'processed' })
    // Older clients do not send `seen`.
    await t.agent.call(reopenTicket, { params: { ticketId: id } })
    await reply(t.A, id, 'А это?')
    expect(await close()).toMatchObject({ status: 'processed' })
  })
})

describe('canned replies', () => {
  const add = (title: string, is_shared: boolean, by = t.agent.call) =>
    by(addCanned, { body: { title, text: `Здравствуйте, {имя}! ${title}`, is_shared } })
  const titles = async (by = t.agent.call, search?: string) =>
    (await by(listCanned, { query: search === undefined ? {} : { search } })).results.map(
      ({ title }) => title,
    )

  test('one’s own and the shared ones, the most used first, found by a word of the text', async () => {
    const own = await add('Перезагрузка', false)
    const shared = await add('Калибровка 100%', true)
    await add('Чужой бизнес', true, t.agent2.call)
    expect(own).toMatchObject({ is_own: true, is_shared: false, uses: 0 })
    expect(await t.agent.call(countCannedUse, { params: { cannedId: shared.id } })).toEqual({ uses: 1 })
    expect(await titles()).toEqual(['Калибровка 100%', 'Перезагрузка'])
    expect(await titles(two.colleague.call)).toEqual(['Калибровка 100%'])
    expect(await titles(t.agent.call, 'КАЛИБР')).toEqual(['Калибровка 100%'])
    expect(await titles(t.agent.call, '%')).toEqual(['Калибровка 100%'])
    expect(await titles(t.agent.call, '_')).toEqual([])

    const edited = { title: 'Калибровка', text: 'Новый текст', is_shared: true }
    expect(
      await two.colleague.call(editCanned, { params: { cannedId: shared.id }, body: edited }),
    ).toMatchObject({ ...edited, is_own: false, uses: 1 })
    for (const [call, body] of [
      [editCanned, edited],
      [deleteCanned, undefined],
      [countCannedUse, undefined],
    ] as const)
      for (const [by, cannedId] of [
        [t.agent2.call, shared.id],
        [two.colleague.call, own.id],
        [t.agent.call, '999999'],
      ] as const)
        expect(
          await refusalOf(by(call, { params: { cannedId }, ...(body && { body }) } as never)),
        ).toMatchObject({ code: 'not_found' })
    await t.agent.call(deleteCanned, { params: { cannedId: own.id } })
    expect(await titles()).toEqual(['Калибровка'])
  })

  test('C11 two agents edit a shared one from the same state: the second is refused, once', async () => {
    const { id, title, text, is_shared } = await add('Смена ленты', true)
    const was = { title, text, is_shared }
    const edit = (by: typeof t.agent.call, body: object) =>
      by(editCanned, { params: { cannedId: id }, body: { ...was, ...body } })
    const both = await Promise.allSettled([
      edit(t.agent.call, { text: 'От одного', was }),
      edit(two.colleague.call, { text: 'От другого', was }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = both.find((one) => one.status === 'rejected')
    expect(late?.reason).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const [first] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    // A retry after a lost response is not a colleague's change.
    expect(await edit(t.agent.call, { text: first?.text, was })).toEqual(first && { ...first, is_own: true })
    expect(await edit(t.agent.call, { text: 'Всё равно' })).toMatchObject({ text: 'Всё равно' })
    await t.agent.call(deleteCanned, { params: { cannedId: id } })
  })

  test('I a title is given once, nonsense is not kept', async () => {
    await add('Приветствие', true)
    expect(await refusalOf(add('приветствие', true, two.colleague.call))).toMatchObject({
      code: 'name_taken',
    })
    await add('Приветствие', false, two.colleague.call)
    for (const body of [
      { title: '', text: 'x' },
      { title: 'x', text: ' ' },
      { title: 'x', text: 'я'.repeat(10_001) },
    ])
      expect(await refusalOf(t.agent.call(addCanned, { body }))).toMatchObject({ status: 400 })
  })
})

describe('the rating', () => {
  const rate = (ticketId: string, body: Record<string, unknown>, by = t.A.call) =>
    by(rateTicket, { params: { ticketId }, body })
  const closed = async (text?: string) => {
    const { id } = await writeTicket(t.A, text)
    await answer(t.agent, id, 'Готово', { close: 'true' })
    return id
  }

  test('is given once, with a comment after it, and never asked for again', async () => {
    const id = await closed()
    expect((await t.A.call(getTicket, { params: { ticketId: id } })).rating).toBeNull()
    expect(await rate(id, { score: 'good' })).toEqual({ rating: { score: 'good', word: null } })
    expect(await refusalOf(rate(id, { score: 'bad' }))).toMatchObject({ code: 'already_rated' })
    expect(await refusalOf(rate(id, { word: 'Не моё' }, t.B.call))).toMatchObject({ code: 'already_rated' })
    expect(await rate(id, { word: 'Быстро' })).toEqual({ rating: { score: 'good', word: 'Быстро' } })
    expect(await refusalOf(rate(id, { word: 'Ещё' }))).toMatchObject({ code: 'already_rated' })
    expect((await t.B.call(getTicket, { params: { ticketId: id } })).rating).toEqual({
      score: 'good',
      word: 'Быстро',
    })
    const { results } = await t.agent.call(listLog, { params: { ticketId: id } })
    expect(results[0]).toMatchObject({ act: 'rated', to: 'Помогли', word: 'Быстро', person_name: 'A' })
  })

  test('a skipped rating is not asked for again; an open or foreign ticket is never rated', async () => {
    const id = await closed()
    expect(await rate(id, { score: 'skipped' })).toEqual({ rating: { score: 'skipped', word: null } })
    expect(await refusalOf(rate(id, { score: 'good' }))).toMatchObject({ code: 'already_rated' })
    const open = (await writeTicket(t.A)).id
    expect('rating' in (await t.A.call(getTicket, { params: { ticketId: open } }))).toBe(false)
    expect(await refusalOf(rate(open, { score: 'good' }))).toMatchObject({ code: 'ticket_open' })
    const other = await closed()
    for (const by of [t.C.call, t.D.call])
      expect(await refusalOf(rate(other, { score: 'good' }, by))).toMatchObject({ code: 'not_found' })
    for (const body of [
      {},
      { score: 'best' },
      { word: 'Без оценки' },
      { score: 'good', word: 'я'.repeat(501) },
    ])
      expect(await refusalOf(rate(other, body))).toMatchObject({ status: 400 })
    const both = await Promise.allSettled([
      rate(other, { score: 'good' }),
      rate(other, { score: 'bad' }, t.B.call),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
