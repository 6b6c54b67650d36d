import type { OfflinePart } from '../../lib/feature.ts'

export const offline: OfflinePart = {
  pages: [() => import('./shift.page.tsx')],
}
