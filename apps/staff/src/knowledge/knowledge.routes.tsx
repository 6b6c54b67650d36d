import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { loadArticlePage, loadHomePage, loadSectionPage } from './load-pages.ts'

const HomeLayout = lazyPage(() => loadHomePage().then((module) => module.HomeLayout))
const SectionPage = lazyPage(() => loadSectionPage().then((module) => module.SectionPage))
const ArticlePage = lazyPage(() => loadArticlePage().then((module) => module.ArticlePage))
// It leads on to the article at once, whose code comes with it.
const FirstMaterial = lazyPage(async () => {
  const [{ FirstMaterial }] = await Promise.all([loadSectionPage(), ArticlePage.preload()])
  return FirstMaterial
})

/** `news` stands over the home: another domain has its part in it. */
export const knowledgeRoutes = (news: ReactNode): RouteObject[] => [
  {
    index: true,
    // A page by itself, so that its code is fetched before what stands drawn gives way to it.
    element: <HomeLayout news={news} />,
  },
  {
    path: STAFF_PAGES.section,
    element: <SectionPage />,
    children: [
      { index: true, element: <FirstMaterial /> },
      { path: STAFF_PAGES.material, element: <ArticlePage /> },
    ],
  },
]
