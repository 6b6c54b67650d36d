import type { DeskRole } from '@podmoga/contract/session'

/** The sections of the desk, first the one that somebody of several roles begins in. */
const SECTIONS = [
  { of: 'tickets', path: '/', roles: ['agent'] },
  { of: 'incidents', path: '/incidents', roles: ['agent'] },
  { of: 'knowledge', path: '/kb', roles: ['editor', 'agent'] },
  { of: 'business', path: '/admin', roles: ['admin', 'manager', 'operator'] },
  { of: 'service', path: '/service', roles: ['admin', 'manager', 'agent'] },
] as const satisfies readonly { of: string; path: string; roles: readonly DeskRole[] }[]

export type SectionName = (typeof SECTIONS)[number]['of']

const AT: readonly [start: string, section: SectionName | null][] = [
  ['/incidents', 'incidents'],
  ['/kb', 'knowledge'],
  ['/admin', 'business'],
  ['/devices', 'business'],
  ['/presence', null],
  ['/service', 'service'],
  ['/security', null],
]

/** Which section an address of the desk is in; null: a page of everybody's own. */
export const sectionAt = (pathname: string): SectionName | null => {
  const found = AT.find(([start]) => pathname.startsWith(start))
  return found === undefined ? 'tickets' : found[1]
}

export const mayEnter = (section: SectionName, mine: readonly DeskRole[]): boolean =>
  SECTIONS.some(({ of, roles }) => of === section && roles.some((role) => mine.includes(role)))

/** Editors write the base in their section; agents read it there. */
export const pathOf = (section: SectionName, mine: readonly DeskRole[]): string =>
  section === 'knowledge' && !mine.includes('editor')
    ? '/kb/read'
    : (SECTIONS.find(({ of }) => of === section)?.path ?? '/')

/** Where somebody of these roles begins. */
export const firstSection = (mine: readonly DeskRole[]): string =>
  SECTIONS.find(({ of }) => mayEnter(of, mine))?.path ?? '/'
