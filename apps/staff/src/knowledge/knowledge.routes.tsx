import { lazy } from 'react'
import type { RouteObject } from 'react-router'

const HelpHomePage = lazy(() =>
  import('./help-home.page.tsx').then((module) => ({ default: module.HelpHomePage })),
)

export const knowledgeRoutes: RouteObject[] = [{ index: true, element: <HelpHomePage /> }]
