import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { loadArticlePage, loadHomePage, loadSectionPage } from './load-pages.ts'

const HomeRoom = lazyPage(() => loadHomePage().then((module) => module.HomeRoom))
const SectionPage = lazyPage(() => loadSectionPage().then((module) => module.SectionPage))
const FirstMaterial = lazyPage(() => loadSectionPage().then((module) => module.FirstMaterial))
const ArticlePage = lazyPage(() => loadArticlePage().then((module) => module.ArticlePage))

/** `news` stands over the home: another domain has its part in it. */
export const knowledgeRoutes = (news: ReactNode): RouteObject[] => [
  {
    index: true,
    element: (
      <>
        {news}
        <HomeRoom />
      </>
    ),
  },
  {
    path: 'section/:sectionId',
    element: <SectionPage />,
    children: [
      { index: true, element: <FirstMaterial /> },
      { path: 'material/:materialId', element: <ArticlePage /> },
    ],
  },
]
