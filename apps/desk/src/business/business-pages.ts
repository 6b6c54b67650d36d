import type { FeatureMenu, MenuPage } from '../lib/feature.ts'
import { BUSINESS } from './business.texts.ts'
import { DEVICES } from './devices/devices.texts.ts'
import { OPERATOR } from './people/data.texts.ts'

/** The administration pages, with the roles that may open them. */
export const BUSINESS_PAGES = [
  { href: '/admin', label: BUSINESS.start, roles: ['admin'] },
  { href: '/admin/people', label: BUSINESS.people, roles: ['admin', 'manager'] },
  { href: '/admin/restaurants', label: BUSINESS.restaurants, roles: ['admin'] },
  { href: '/devices', label: DEVICES.title, roles: ['admin', 'manager', 'agent'] },
  { href: '/admin/health', label: BUSINESS.health, roles: ['admin', 'manager'] },
  { href: '/admin/handbook', label: BUSINESS.handbook, roles: ['admin'] },
  { href: '/admin/settings', label: BUSINESS.settings, roles: ['admin'] },
  { href: '/admin/levels', label: BUSINESS.levels, roles: ['admin'] },
  { href: '/admin/groups', label: BUSINESS.groups, roles: ['admin'] },
  { href: '/admin/sign-in', label: BUSINESS.sign_in, roles: ['admin'] },
  { href: '/admin/keys', label: BUSINESS.keys, roles: ['admin'] },
  { href: '/admin/journal', label: BUSINESS.journal, roles: ['admin'] },
  { href: '/admin/state', label: BUSINESS.installation, roles: ['admin'] },
  { href: '/admin/businesses', label: OPERATOR.title, roles: ['operator'] },
] as const satisfies readonly MenuPage[]

export const menu: FeatureMenu = { hint: BUSINESS.title, pages: BUSINESS_PAGES }
