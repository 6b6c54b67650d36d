import { addCanned } from '@podmoga/contract/desk/canned'
import { addNote } from '@podmoga/contract/desk/notes'
import { getTicket } from '@podmoga/contract/tickets'
import { expect, test } from 'vitest'
import { answer, picture, reply, useTicketWorld, writeTicket } from './tickets.testing.ts'

const t = useTicketWorld()

test('no row of any table holds a card’s number, whoever wrote it and wherever', async () => {
  const { id } = await writeTicket(t.A, 'Гость платил картой 4111 1111 1111 1111, деньги ушли')
  const said = await reply(t.A, id, 'Ещё раз: 4111-1111-1111-1111', [await picture('4111111111111111.png')])
  expect(said).toMatchObject({ text: 'Ещё раз: 411111******1111' })
  expect(said.attachments[0]?.file_name).toBe('411111******1111.png')
  expect((await answer(t.agent, id, 'Возврат на 4111111111111111')).text).toBe('Возврат на 411111******1111')
  await t.agent.call(addNote, { params: { ticketId: id }, form: { text: '4111\n1111\n1111\n1111' } })
  await t.agent.call(addCanned, { body: { title: 'Карта', text: 'На 4111.1111.1111.1111' } })
  expect((await t.A.call(getTicket, { params: { ticketId: id } })).initial_message).toBe(
    'Гость платил картой 411111******1111, деньги ушли',
  )
  const { sql } = t.world
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`
  const rows = await Promise.all(
    tables.map(
      ({ name }) =>
        sql<
          { row: string }[]
        >`select row::text from ${sql(name)} row where row::text ~ '1111\\W*1111\\W*1111'`,
    ),
  )
  expect(tables.length).toBeGreaterThan(50)
  expect(rows.flat()).toEqual([])
})
