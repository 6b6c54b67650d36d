import type { FeatureMenu } from '../lib/feature.ts'
import { INCIDENTS } from './incidents.texts.ts'

export const menu: FeatureMenu = {
  hint: INCIDENTS.title,
  pages: [{ href: '/incidents', label: INCIDENTS.title, roles: ['agent'] }],
}
