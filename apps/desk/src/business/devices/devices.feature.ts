import type { Feature } from '../../lib/feature.ts'

/** Devices of restaurants and their stickers; shown among the administration pages. */
export const devices: Feature = {
  pages: ({ page, framed }) => [
    {
      path: 'devices',
      element: framed(() => import('../admin.page.tsx').then((module) => module.AdminPage)),
      children: [
        {
          index: true,
          element: page(() => import('./devices.page.tsx').then((module) => module.DevicesPage)),
        },
        {
          path: 'stickers',
          element: page(() => import('./stickers.page.tsx').then((module) => module.StickersPage)),
        },
      ],
    },
  ],
}
