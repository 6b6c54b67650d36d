import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { loadArticlePage, loadHomePage, loadSectionPage } from './load-pages.ts'

const HomeLayout = lazyPage(() => loadHomePage().then((module) => module.HomeLayout))
const SectionPage = lazyPage(() => loadSectionPage().then((module) => module.SectionPage))
const ArticlePage = lazyPage(() => loadArticlePage().then((module) => module.ArticlePage))
// It redirects to the article at once, so the article's code is loaded too.
const FirstMaterial = lazyPage(async () => {
  const [{ FirstMaterial }] = await Promise.all([loadSectionPage(), ArticlePage.preload()])
  return FirstMaterial
})

/** `news`: content of other features above the home. */
export const knowledgeRoutes = (news: ReactNode): RouteObject[] => [
  {
    index: true,
    // A lazy page, so that its code is loaded before it replaces the prerendered page.
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
