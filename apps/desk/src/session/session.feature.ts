import type { Feature } from '../lib/feature.ts'
import { SESSION } from './session.texts.ts'

export const session: Feature = {
  pages: ({ framed }) => [
    {
      path: 'security',
      element: framed(() => import('./security.page.tsx').then((module) => module.SecurityPage)),
    },
  ],
  menu: async () => ({ hint: '', pages: [{ href: '/security', label: SESSION.security }] }),
}
