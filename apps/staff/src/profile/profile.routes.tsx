import { lazy } from 'react'
import type { RouteObject } from 'react-router'

const ProfilePage = lazy(() =>
  import('./profile.page.tsx').then((module) => ({ default: module.ProfilePage })),
)

export const profileRoutes: RouteObject[] = [{ path: 'profile', element: <ProfilePage /> }]
