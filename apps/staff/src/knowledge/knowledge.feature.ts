import type { Feature } from '../lib/feature.ts'
import { ALL } from '../lib/offline/kept-queries.ts'
import { knowledgeRoutes } from './knowledge.routes.tsx'

export const knowledge: Feature = {
  pages: ({ news }) => knowledgeRoutes(news),
  answer: () => import('./search/fitting-article.tsx').then((module) => module.FittingArticle),
  // Offline search uses these.
  kept: {
    'knowledge faq': ALL,
    'knowledge section': ALL,
    'knowledge sections': ALL,
    'knowledge subcategories': ALL,
    'knowledge materials': ALL,
    'knowledge material': 200,
  },
  actions: {
    feedback: {
      send: async (scope, data) => (await import('./article/feedback.api.ts')).giveFeedback(scope, data),
      refused: 'drop',
    },
  },
  offline: () => import('./knowledge.offline.ts').then((module) => module.offline),
}
