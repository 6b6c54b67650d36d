import type { OfflinePart } from '../lib/feature.ts'

export const offline: OfflinePart = {
  pages: [() => import('./profile.page.tsx'), () => import('./modal.layout.tsx')],
}
