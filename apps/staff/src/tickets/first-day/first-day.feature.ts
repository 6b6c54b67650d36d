import { firstDay as hints } from '@podmoga/web/first-day'
import type { Feature } from '../../lib/feature.ts'

const Nothing = () => null

export const firstDay: Feature = {
  pages: () => [],
  news: async () => (hints.isOn() ? (await import('./first-day.tsx')).FirstDay : Nothing),
}
