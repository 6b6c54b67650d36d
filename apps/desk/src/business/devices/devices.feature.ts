import type { Feature } from '../../lib/feature.ts'

/** Things that break: their names, their stickers. They stand among the pages of the business. */
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
