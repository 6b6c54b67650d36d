import { expect, test } from 'vitest'
import { ownerProblems, strayStatements, writesIn } from './owners.ts'

const SCHEMA = `create table people (
  id bigint not null,
  email text,
  constraint people_pkey PRIMARY KEY (id)
);

create table tickets (
  id bigint not null,
  author_id bigint not null,
  constraint tickets_author_id_fkey FOREIGN KEY (author_id) REFERENCES people(id)
);

create table slips (
  ticket_id bigint not null,
  constraint slips_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
`
const PROFILE = { name: 'profile', tables: ['people'], people: { 'people.email': 'cleared' } } as const
const TICKETS = { name: 'tickets', tables: ['tickets'], people: { 'tickets.author_id': 'kept' } } as const
const SLIPS = { name: 'tickets/slips', tables: ['slips'], ofTickets: ['slips.ticket_id'] } as const

/** Returns problems, except those that this small schema always has. */
const wrong = (modules: Parameters<typeof ownerProblems>[0], path = '', text = ''): string[] =>
  ownerProblems(modules, SCHEMA, [[path, text]]).filter(
    (problem) => !/такой таблицы нет|больше не нужно/.test(problem),
  )

test('a house in order has nothing wrong, and a capability writes what is its domain’s', () => {
  const text = 'await tx`update tickets set x = 1`\n// delete from people is what nobody does'
  expect(wrong([PROFILE, TICKETS, SLIPS], 'tickets/slips/slips.sql.ts', text)).toEqual([])
})

test('another’s table is written by nobody, however the statement is laid out', () => {
  const text = 'await tx`\n  with gone as (\n    delete from\n      people where id = 1\n  ) select 1`'
  expect(wrong([PROFILE, TICKETS, SLIPS], 'tickets/a.sql.ts', text)).toEqual([
    'apps/server/src/tickets/a.sql.ts:3: delete people, а пишет её profile',
  ])
  expect(wrong([PROFILE, TICKETS, SLIPS], 'business/a.ts', `tx\`update \${tx(table)} set x = 1\``)).toEqual([
    'apps/server/src/business/a.ts:1: update ?, а пишет её неизвестно кто',
  ])
})

test('a table has an owner, and one', () => {
  expect(wrong([PROFILE, TICKETS])).toEqual([
    'slips: у таблицы нет владельца (tables в его *.module.ts)',
    'slips.ticket_id: не сказано, что она уходит с тикетом (ofTickets)',
  ])
  expect(wrong([PROFILE, TICKETS, SLIPS, { name: 'business', tables: ['slips'] }])).toEqual([
    'slips: и tickets/slips, и business называет её своей',
  ])
})

test('what tells of a person, or refers to a ticket, is left by no module', () => {
  const { people: _, ...silent } = TICKETS
  expect(wrong([{ ...PROFILE, people: {} }, silent, { ...SLIPS, ofTickets: [] }])).toEqual([
    'people.email: не сказано, что с ней станет, когда человека забудут (people)',
    'tickets.author_id: не сказано, что с ней станет, когда человека забудут (people)',
    'slips.ticket_id: не сказано, что она уходит с тикетом (ofTickets)',
  ])
})

test('a statement of a domain stands in its *.sql.ts, and another layer keeps its own', () => {
  const text = 'const [row] = await tx<{ id: string }[]>`\n  select id from people`'
  const wrong = 'apps/server/src/tickets/a.routes.ts:1: запрос — в *.sql.ts'
  expect(strayStatements([['tickets/a.routes.ts', text]])).toEqual([wrong])
  const places = ['tickets/a.sql.ts', 'tickets/tickets.check.ts', 'files/a.ts', 'main.ts']
  expect(strayStatements(places.map((path) => [path, text]))).toEqual([])
})

test('clauses and prose are no writes', () => {
  expect(
    writesIn(
      'select 1 for no key update of people\n/** Update people who */\non conflict do update set x = 1\n',
    ),
  ).toEqual([])
})
