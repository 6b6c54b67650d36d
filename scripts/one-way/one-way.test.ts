import { expect, test } from 'vitest'
import { byHand, eventsInCarriers } from './one-way.ts'

const WAYS = {
  submit: {
    instead: 'useSubmit',
    within: /^apps\//,
    found: /\buseMutation\b/,
    only: { 'apps/desk/src/runner.ts': 'the runner', 'apps/desk/src/outbox/': 'the outbox' },
  },
}
const runner = { path: 'apps/desk/src/runner.ts', text: 'const a = useMutation(b)\n' }
const outbox = { path: 'apps/desk/src/outbox/a.ts', text: 'const a = useMutation(b)\n' }

test('a second engine is found, one in a comment or elsewhere is not', () => {
  const second = { path: 'apps/desk/src/a.tsx', text: "import { useMutation } from 'x'\n" }
  const prose = { path: 'apps/desk/src/b.tsx', text: '/** Beside useMutation. */\n * useMutation\n' }
  const other = { path: 'packages/web/src/c.ts', text: 'useMutation()' }
  expect(byHand([runner, outbox, second, prose, other], WAYS)).toEqual([
    'apps/desk/src/a.tsx: \\buseMutation\\b — вместо него useSubmit',
  ])
})

test('an exception that nobody needs is found', () => {
  expect(byHand([runner], WAYS)).toEqual(['apps/desk/src/outbox/: исключение больше не нужно'])
})

const LIVE = 'apps/server/src/tickets/live/'
const known = { [`${LIVE}hub.ts`]: { names: ['unread'], why: 'a count' } }
const events = (path: string, text: string) => eventsInCarriers([{ path, text }], ['unread', 'parcel'], known)

test.each([
  [`${LIVE}hub.ts`, "stream.send({ name: 'unread' })\nif (kind === 'parcel') return"],
  [`${LIVE}kinds.ts`, 'const FILLED = {\n  parcel: {\n    staff: a,\n  },\n}'],
  ['packages/web/src/live/follow.ts', "case 'parcel':"],
])('an event that a carrier has to know is found: %s', (path, text) => {
  expect(events(path, text)).toEqual([
    `${path}: событие «parcel» — только в своей таблице и там, где происходит`,
  ])
})

test('where it happens is left alone, and an exception that is not needed is found', () => {
  expect(events('apps/server/src/tickets/shifts/a.ts', "kind: 'parcel'")).toEqual([])
  expect(events(`${LIVE}hub.ts`, "// 'unread' was here")).toEqual([
    `${LIVE}hub.ts: исключение «unread» больше не нужно`,
  ])
})
