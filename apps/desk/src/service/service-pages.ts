import type { FeatureMenu, MenuPage } from '../lib/feature.ts'

export const SERVICE = {
  section: 'Разделы о поддержке',
  figures: 'Показатели',
  quality: 'Качество',
  rules: 'Правила',
  groups: 'Группы',
}

const OWN: readonly MenuPage[] = [
  { href: '/service', label: SERVICE.figures, roles: ['admin', 'manager', 'agent'] },
  { href: '/service/quality', label: SERVICE.quality, roles: ['agent', 'admin'] },
  { href: '/service/rules', label: SERVICE.rules, roles: ['admin'] },
  { href: '/service/groups', label: SERVICE.groups, roles: ['agent'], unless: 'admin' },
]

/** Pages of the section's navigation; the last two belong to the administration. */
export const SERVICE_SECTIONS: readonly MenuPage[] = [
  ...OWN,
  { href: '/admin/levels', label: 'Уровни', roles: ['admin'] },
  { href: '/admin/groups', label: SERVICE.groups, roles: ['admin'] },
]

export const menu: FeatureMenu = { hint: '', pages: OWN }
