// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are lines of sources.
import { expect, test } from 'vitest'
import { addressesIn, manifestOf, strayNames } from './one-table.ts'

const STAFF = 'apps/staff/src/tickets/a.ts'

test.each([
  "  path: '/:restaurantId',",
  "  { path: 'tickets/:ticketId', element: <TicketPage /> },",
  "  path: 'profile/sessions',",
  '  tickets: (restaurant: string) => `/${id(restaurant)}/tickets`,',
  "  path: `/${row.restaurant_id}/${row.ticket_id === null ? 'shift' : `tickets/${row.ticket_id}`}`,",
  '  <Link href={`${paths.profile(place.restaurantId)}/sessions`}>',
  '  `^/(?:${RESTAURANT}(?:/(?:tickets(?:/[\\\\w-]+)?|shift)?)?/?)?$`,',
  '  const step = /^\\/[^/]+\\/profile\\/(.+?)\\/*$/.exec(pathname)?.[1]',
  "const SHORTCUTS = ['', 'tickets', 'tickets/add']",
  "export const SHARED_PAGE = '/?open=tickets/add&shared'",
])('an address of the staff app that is spelled a second time is found: %s', (line) => {
  expect(addressesIn(STAFF, `// before\n${line}\n`)).toEqual([line.trim()])
})

test.each([
  ['packages/contract/src/notifications.ts', "  path: 'help_desk/tickets/:ticketId/follow/',"],
  ['packages/contract/src/profile.ts', "  path: 'users/profile/change_name/',"],
  ['apps/desk/src/app/router.tsx', "children: [{ index: true }, { path: 'tickets/:ticketId' }]"],
  [STAFF, "import { ProfilePage } from '../profile/profile.page.tsx'"],
  [STAFF, '/** «Тикеты» at tickets/add. */'],
])('what only looks like one is left alone: %s %s', (path, line) => {
  expect(addressesIn(path, line)).toEqual([])
})

test('the manifest is given the addresses of the table, and keeps the rest', () => {
  const old = {
    id: '/',
    shortcuts: [{ name: 'Old', url: '/old' }],
    share_target: { action: '/', method: 'POST' },
  }
  expect(manifestOf(old)).toEqual({
    id: '/',
    shortcuts: [
      { name: 'Новый тикет', url: '/?open=tickets/add' },
      { name: 'Тикеты', url: '/?open=tickets' },
    ],
    share_target: { action: '/share', method: 'POST' },
  })
})

test('a setting is named by one user of it, or by those that the list gives it, and by nobody else', () => {
  const named = (name: string, ...paths: string[]) =>
    strayNames(paths.map((path) => ({ path, text: `const a = 1\n  const { ${name} } = settings\n` })))
  expect(named('password_min', 'apps/server/src/profile/a.ts')).toEqual([])
  expect(named('password_min', 'apps/server/src/profile/a.ts', 'apps/desk/src/business/b.ts')).toEqual([
    'apps/desk/src/business/b.ts: password_min',
  ])
  expect(named('brand', 'apps/staff/src/app/shell/bar.tsx', 'apps/desk/src/tickets/b.ts')).toEqual([
    'apps/desk/src/tickets/b.ts: brand',
  ])
  expect(strayNames([{ path: 'packages/search/src/a.ts', text: '  // the whole for a brand\n' }])).toEqual([])
})
