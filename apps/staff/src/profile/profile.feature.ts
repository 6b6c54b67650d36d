import type { Feature } from '../lib/feature.ts'
import { profileRoutes } from './profile.routes.tsx'

export const profile: Feature = {
  pages: ({ onSignOut }) => profileRoutes(onSignOut),
  // The bars of every page show the user.
  kept: { profile: 1 },
  offline: () => import('./profile.offline.ts').then((module) => module.offline),
}
