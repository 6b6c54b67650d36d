import { addNote } from '@podmoga/contract/desk/notes'
import { closeTicket } from '@podmoga/contract/desk/tickets'
import { listOwnAlike, listPastAnswers } from '@podmoga/contract/tickets/alike'
import { reopenOwnTicket } from '@podmoga/contract/tickets/reopening'
import { expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { answer, type TicketActor, useTicketWorld, writeTicket } from '../tickets.testing.ts'
import { bareAnswer, isSame } from './bare-answer.ts'

const t = useTicketWorld()

const close = async (by: TicketActor, agent: TicketActor, question: string, text: string) => {
  const { id, number } = await writeTicket(by, question)
  await answer(agent, id, text)
  await agent.call(closeTicket, { params: { ticketId: id } })
  return { id, number }
}
const past = (ticketId: string, by = t.agent.call) => by(listPastAnswers, { params: { ticketId } })

test('answers that closed similar tickets are offered, without particulars, with how often they helped; none of other businesses', async () => {
  await t.world.sql`update people set first_name = 'Азиза' where id = ${t.walls.A.id}`
  const PAPER = 'откройте крышку принтера чеков и заправьте рулон термослоем наружу'
  await close(
    t.A,
    t.agent,
    'Принтер чеков выдаёт пустую ленту',
    `Азиза, добрый день! ${PAPER}. Телефон +998 90 123 45 67`,
  )
  const best = await close(
    t.C,
    t.agent,
    'Принтер печатает пустые чеки, лента белая',
    `Здравствуйте! ${PAPER}.`,
  )
  const undone = await close(t.A, t.agent, 'Лента в принтере чеков пустая', 'Купите новый принтер на складе')
  await t.A.call(reopenOwnTicket, { params: { ticketId: undone.id }, form: { text: 'Нет' } })
  await t.agent.call(closeTicket, { params: { ticketId: undone.id } })
  await close(t.A, t.agent, 'Весы не передают вес в кассу', 'Переподключите кабель весов')
  await close(t.D, t.agent2, 'Принтер печатает пустые чеки, лента белая', 'Чужой ответ про фольгу')
  await t.agent.call(addNote, { params: { ticketId: best.id }, form: { text: 'Тайная заметка про принтер' } })

  const { id } = await writeTicket(t.B, 'Принтер чеков печатает пустую ленту')
  const { results, sure } = await past(id)
  expect(sure).toBe(true)
  expect(results[0]).toMatchObject({ helped: 2 })
  expect(results[0]?.text).toContain(PAPER)
  const all = JSON.stringify(results)
  for (const word of ['Азиза', '123', 'фольгу', 'Тайная', 'Купите']) expect(all).not.toContain(word)
  expect(await past(id, t.agent.call)).toMatchObject({ sure: true })
  expect(await refusalOf(past(id, t.agent2.call))).toMatchObject({ status: 404 })

  const nothing = await writeTicket(t.B, 'Кондиционер капает на гостей')
  expect((await past(nothing.id)).sure).toBe(false)
})

test('a text similar to an open ticket of the restaurant leads to it; none of other restaurants', async () => {
  const { id, number } = await writeTicket(t.A, 'Терминал Humo не проводит оплату картой')
  const alike = (q: string, by = t.A.call) => by(listOwnAlike, { query: { q } })
  const q = 'не проходит оплата картой на терминале Humo'
  expect((await alike(q)).results[0]).toMatchObject({
    id,
    number,
    first_words: 'Терминал Humo не проводит оплату картой',
  })
  expect(await alike(q)).toMatchObject({ sure: true })
  // A weak match is listed, but not reported as sure.
  const far = await alike('На терминале сломался экран, не видно меню и цен')
  expect(far.results[0]).toMatchObject({ id })
  expect(far.sure).toBe(false)
  for (const other of [t.C, t.D]) expect((await alike(q, other.call)).results).toEqual([])
  expect((await alike('Кондиционер капает на гостей у окна')).results.map((one) => one.id)).not.toContain(id)
  expect((await alike(' ')).results).toEqual([])
  await t.agent.call(closeTicket, { params: { ticketId: id } })
  expect((await alike(q)).results.map((one) => one.id)).not.toContain(id)
})

test('names and numbers of a case become placeholders; links and short numbers stay', () => {
  const of = {
    number: 1042,
    customer: ['Азиза', 'Каримова'],
    restaurant: 'Плов Центр',
    others: ['Мадина'],
    from: '7',
    to: '9',
  }
  expect(
    bareAnswer(
      'Азизе и Мадине: тикет 1042, чек № 77812345 на 1 250 000 сум, a@b.uz, +998 90 123 45 67, карта 411111******1111, «Плов Центр». Ждите 15 минут: https://help.uz/7/section/12345678',
      of,
    ),
  ).toBe(
    '{имя} и {сотрудник}: тикет {номер}, чек {число} на {число} сум, {почта}, {телефон}, карта {карта}, «{ресторан}». Ждите 15 минут: https://help.uz/9/section/12345678',
  )
})

test('two answers are the same when most of their words are', () => {
  const one = 'Здравствуйте! Перезагрузите терминал и проверьте интернет.'
  expect(isSame(one, 'Добрый день, перезагрузите терминал, проверьте интернет')).toBe(true)
  expect(isSame(one, 'Смену закрывает старший кассир')).toBe(false)
})
