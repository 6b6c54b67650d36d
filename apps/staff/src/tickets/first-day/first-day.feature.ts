import { firstDay } from '@podmoga/web/first-day'
import type { Feature } from '../../lib/feature.ts'

const Nothing = () => null

export const beginning: Feature = {
  pages: () => [],
  news: async () => (firstDay.isOn() ? (await import('./first-day.tsx')).FirstDay : Nothing),
}
