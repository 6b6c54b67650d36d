import type { DeskRole } from '@podmoga/contract/session'

/** The sections of the desk, first the one that somebody of several roles begins in. */
const SECTIONS = [
  { of: 'tickets', path: '/', roles: ['agent'] },
  { of: 'incidents', path: '/incidents', roles: ['agent'] },
  { of: 'knowledge', path: '/kb', roles: ['editor', 'agent'] },
  { of: 'business', path: '/admin', roles: ['admin', 'manager', 'operator'] },
  { of: 'service', path: '/service', roles: ['admin', 'manager', 'agent'] },
  { of: 'devices', path: '/devices', roles: ['admin', 'manager', 'agent'] },
] as const satisfies readonly { of: string; path: string; roles: readonly DeskRole[] }[]

export type SectionName = (typeof SECTIONS)[number]['of']

/** Pages of everybody's own, in no section. */
const OWN = /^\/(?:presence|security)/

/** Which section an address of the desk is in; null: none. */
export const sectionAt = (pathname: string): SectionName | null =>
  OWN.test(pathname)
    ? null
    : (SECTIONS.find(({ path }) => path !== '/' && pathname.startsWith(path))?.of ?? 'tickets')

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
