import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { RouteObject } from 'react-router'
import { useSettings } from '../lib/settings.ts'
// Where nearly everybody begins: waiting for a file of its own would hold the first list back by two round trips.
import { HelpHomePage } from './help-home.page.tsx'
import { HELP_TOPICS } from './help-topics.texts.ts'
import { loadArticlePage, loadSectionPage } from './load-pages.ts'

const SectionPage = lazyPage(() => loadSectionPage().then((module) => module.SectionPage))
const FirstMaterial = lazyPage(() => loadSectionPage().then((module) => module.FirstMaterial))
const ArticlePage = lazyPage(() => loadArticlePage().then((module) => module.ArticlePage))

function HomeRoom() {
  const { support_email } = useSettings()
  return <HelpHomePage supportEmail={support_email} topics={HELP_TOPICS} />
}

export const knowledgeRoutes: RouteObject[] = [
  { index: true, element: <HomeRoom /> },
  {
    path: 'section/:sectionId',
    element: <SectionPage />,
    children: [
      { index: true, element: <FirstMaterial /> },
      { path: 'material/:materialId', element: <ArticlePage /> },
    ],
  },
]
