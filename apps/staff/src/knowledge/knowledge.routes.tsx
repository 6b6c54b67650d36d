import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import { loadArticlePage, loadSectionPage } from './load-pages.ts'

const HelpHomePage = lazy(() =>
  import('./help-home.page.tsx').then((module) => ({ default: module.HelpHomePage })),
)
const SectionPage = lazy(() => loadSectionPage().then((module) => ({ default: module.SectionPage })))
const FirstMaterial = lazy(() => loadSectionPage().then((module) => ({ default: module.FirstMaterial })))
const ArticlePage = lazy(() => loadArticlePage().then((module) => ({ default: module.ArticlePage })))

export const knowledgeRoutes: RouteObject[] = [
  { index: true, element: <HelpHomePage /> },
  {
    path: 'section/:sectionId',
    element: <SectionPage />,
    children: [
      { index: true, element: <FirstMaterial /> },
      { path: 'material/:materialId', element: <ArticlePage /> },
    ],
  },
]
