import type { Feature } from '../lib/feature.ts'
import { profileRoutes } from './profile.routes.tsx'

export const profile: Feature = {
  pages: ({ onSignOut }) => profileRoutes(onSignOut),
  // The bars of every page show whose it is.
  kept: { profile: 1 },
  offline: () => import('./profile.offline.ts').then((module) => module.offline),
}
