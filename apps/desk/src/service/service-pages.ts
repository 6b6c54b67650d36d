import type { FeatureMenu } from '../lib/feature.ts'
import { FIGURES } from './figures/figures.texts.ts'

export const menu: FeatureMenu = {
  hint: '',
  pages: [{ href: '/service', label: FIGURES.title, roles: ['admin', 'manager', 'agent'] }],
}
