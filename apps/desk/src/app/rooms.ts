import type { DeskRole } from '@podmoga/contract/session'

/** The rooms of the desk, first the one that somebody of several roles begins in. */
const ROOMS = [
  { of: 'tickets', path: '/', roles: ['agent'] },
  { of: 'knowledge', path: '/kb', roles: ['editor', 'agent'] },
  { of: 'business', path: '/admin', roles: ['admin', 'manager', 'operator'] },
] as const satisfies readonly { of: string; path: string; roles: readonly DeskRole[] }[]

export type RoomName = (typeof ROOMS)[number]['of']

const AT: readonly [start: string, room: RoomName | null][] = [
  ['/kb', 'knowledge'],
  ['/admin', 'business'],
  ['/security', null],
]

/** Which room an address of the desk is in; null: a page of everybody's own. */
export const roomAt = (pathname: string): RoomName | null => {
  const found = AT.find(([start]) => pathname.startsWith(start))
  return found === undefined ? 'tickets' : found[1]
}

export const mayEnter = (room: RoomName, mine: readonly DeskRole[]): boolean =>
  ROOMS.some(({ of, roles }) => of === room && roles.some((role) => mine.includes(role)))

/** Editors write the base in their room; agents read it there. */
export const pathOf = (room: RoomName, mine: readonly DeskRole[]): string =>
  room === 'knowledge' && !mine.includes('editor')
    ? '/kb/read'
    : (ROOMS.find(({ of }) => of === room)?.path ?? '/')

/** Where somebody of these roles begins. */
export const firstRoom = (mine: readonly DeskRole[]): string =>
  ROOMS.find(({ of }) => mayEnter(of, mine))?.path ?? '/'
