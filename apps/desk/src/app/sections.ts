import type { DeskRole } from '@podmoga/contract/session'

/** The sections of the desk. A person starts in the first one open to their roles. */
const SECTIONS = [
  { of: 'tickets', path: '/', roles: ['agent'] },
  { of: 'incidents', path: '/incidents', roles: ['agent'] },
  { of: 'knowledge', path: '/kb', roles: ['editor', 'agent'] },
  { of: 'business', path: '/admin', roles: ['admin', 'manager', 'operator'] },
  { of: 'service', path: '/service', roles: ['admin', 'manager', 'agent'] },
  { of: 'devices', path: '/devices', roles: ['admin', 'manager', 'agent'] },
] as const satisfies readonly { of: string; path: string; roles: readonly DeskRole[] }[]

export type SectionName = (typeof SECTIONS)[number]['of']

/** Personal pages, outside any section. */
const OWN = /^\/(?:presence|security)/

/** The section of a desk path, or null if it is in none. */
export const sectionAt = (pathname: string): SectionName | null =>
  OWN.test(pathname)
    ? null
    : (SECTIONS.find(({ path }) => path !== '/' && pathname.startsWith(path))?.of ?? 'tickets')

export const mayEnter = (section: SectionName, mine: readonly DeskRole[]): boolean =>
  SECTIONS.some(({ of, roles }) => of === section && roles.some((role) => mine.includes(role)))

/** The section's path. Agents who are not editors get the reading page of the knowledge base. */
export const pathOf = (section: SectionName, mine: readonly DeskRole[]): string =>
  section === 'knowledge' && !mine.includes('editor')
    ? '/kb/read'
    : (SECTIONS.find(({ of }) => of === section)?.path ?? '/')

/** The start path for a person with these roles. */
export const firstSection = (mine: readonly DeskRole[]): string =>
  SECTIONS.find(({ of }) => mayEnter(of, mine))?.path ?? '/'
