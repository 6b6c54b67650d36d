import { expect, test } from 'vitest'
import { atMinute, listed } from '../tickets.testing.ts'
import { forgotten, forgottenSignal, isQuiet, readChoices, signalOf, titleWith } from './signals.ts'

const ME = '9'
const mine = listed('7', { assignee: { id: ME, name: 'Бахтиёр' } })
const message = (part: object, ticket = mine) =>
  signalOf(
    {
      id: '1',
      name: 'message',
      data: {
        ticket_id: ticket.id,
        ticket,
        message: {
          id: '40',
          text: 'Касса не печатает',
          created_at: atMinute(1),
          user_name: 'Азиза',
          user_image: null,
          from_support: false,
          attachments: [],
          ...part,
        },
      },
    },
    ME,
  )

test('an agent is called by customers in their own tickets, not by colleagues nor in anybody else’s', () => {
  expect(message({})).toEqual({
    tag: 'ticket-7',
    title: 'Азиза · тикет №7',
    body: 'Касса не печатает',
    ticket_id: '7',
  })
  expect(message({ from_support: true })).toBeNull()
  expect(message({}, listed('7'))).toBeNull()
})

test('a ticket that somebody else gave calls whoever has it, and no other change does', () => {
  const signal = (ticket: object) => signalOf({ id: '3', name: 'ticket', data: ticket } as never, ME)
  expect(signal({ ...mine, is_given: true })).toMatchObject({
    tag: 'given-7',
    title: `Тикет №${mine.number} теперь ваш`,
    ticket_id: '7',
  })
  expect([signal(mine), signal({ ...listed('7'), is_given: true })]).toEqual([null, null])
})

test('a mention calls whom it names', () => {
  const note = (id: string, is_own = false) =>
    signalOf(
      {
        id: '2',
        name: 'note',
        data: {
          ticket_id: '7',
          note: {
            note_id: '3',
            note_text: 'Глянь',
            author_name: 'Азиз',
            noted_at: atMinute(2),
            is_own,
            mentions: [{ id, name: 'x' }],
            note_files: [],
          },
        },
      } as never,
      ME,
    )
  expect(note(ME)).toMatchObject({ title: 'Азиз зовёт вас в заметке', ticket_id: '7' })
  expect([note('8'), note(ME, true)]).toEqual([null, null])
})

test('a ticket that waits of nobody calls after its minutes, and no earlier', () => {
  const items = [
    listed('1'),
    listed('5'),
    listed('2', { assignee: { id: '4', name: 'Азиз' } }),
    listed('3', { waiting_since: null }),
  ]
  const now = Date.parse(atMinute(12))
  const late = forgotten(items, 10, now)
  expect(late.map(({ id }) => id)).toEqual(['1'])
  expect(forgottenSignal(late, 10)).toMatchObject({
    title: '1 тикет без исполнителя дольше 10 мин',
    ticket_id: '1',
  })
  expect(forgottenSignal([], 10)).toBeNull()
})

test('quiet hours go over midnight; nonsense that is kept is nothing', () => {
  const night = { from: '22:00', to: '08:00' }
  expect(['21:59', '22:00', '03:00', '08:00'].map((time) => isQuiet(night, time))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet({ from: '13:00', to: '14:00' }, '13:30')).toBe(true)
  expect(isQuiet(null, '03:00')).toBe(false)
  for (const kept of ['', '{', '{"quiet":{"from":"x"},"nobodys_after":-1}', null])
    expect(readChoices(kept)).toEqual({ notices: false, sound: false, nobodys_after: 10, quiet: null })
})

test('the title counts what was not looked at, whatever the page calls itself', () => {
  expect(titleWith('Очередь · Поддержка', 2)).toBe('(2) Очередь · Поддержка')
  expect(titleWith('(2) Тикет №7', 3)).toBe('(3) Тикет №7')
  expect(titleWith('(3) Тикет №7', 0)).toBe('Тикет №7')
})
