import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import { refetchAfterEvent } from '@podmoga/web/live/refetch'
import type { Feature } from '../../lib/feature.ts'

const ShiftPage = lazyPage(() => import('./shift.page.tsx').then((module) => module.ShiftPage))

export const shift: Feature = {
  pages: () => [{ path: STAFF_PAGES.shift, element: <ShiftPage /> }],
  menu: () => import('./shift.menu.tsx').then((module) => module.ShiftLink),
  news: () => import('./handover-banner.tsx').then((module) => module.HandoverBanner),
  live: ({ restaurantId }, queryClient) => {
    const filters = { queryKey: ['shift', restaurantId] }
    return {
      onOpen: () => void queryClient.invalidateQueries(filters),
      onEvent: ({ name }) => {
        if (name === 'shift') refetchAfterEvent(queryClient, filters)
      },
    }
  },
  kept: { 'shift now': 1 },
  // The text is the user's own: if refused, it is kept for them to edit.
  actions: {
    handover: {
      send: async (scope, data) => (await import('./handover.api.ts')).sendHandover(scope, data),
    },
  },
  root: 'shift',
  offline: () => import('./shift.offline.ts').then((module) => module.offline),
}
